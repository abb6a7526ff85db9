import { describe, expect, test } from "@jest/globals";
import { addingFields, defineEvents, personal } from "@ornament/contracts/events/definition";
import { Refusal } from "@ornament/contracts/routes/errors";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { z } from "zod";
import type { EventStore, StoredEvent } from "../eventstore/event-store.ts";
import {
  type CounterEvent,
  counterEvents,
  eventOfOwner,
  raised,
  testDefinitions,
  testMetadata,
} from "../eventstore/testing/test-events.ts";
import { bindAggregate } from "./aggregate.ts";
import type { CommandContext } from "./context.ts";
import type { Decider } from "./decider.ts";

/** A newer build knows one event more, and writes two others in a second version. That of CounterNamed only adds a field. */
const newerDefinitions = [
  ...testDefinitions.filter(({ type }) => type !== "CounterRaised" && type !== "CounterNamed"),
  ...Object.values(
    defineEvents({
      CounterNamed: eventOfOwner({
        fields: { ...counterEvents.CounterNamed.schema.shape, title: personal(z.string().optional()) },
        upcasters: [addingFields({ title: null })],
      }),
      CounterClosed: eventOfOwner({ fields: { reason: z.string() } }),
      CounterRaised: eventOfOwner({
        fields: { by: z.number().int(), unit: z.string() },
        upcasters: [(data) => ({ ...data, unit: "piece" })],
      }),
    }),
  ),
];

const counter = (compacted: boolean): Decider<number, { by: number }, CounterEvent> => ({
  initialState: () => 0,
  decide: ({ by }) => [raised(by)],
  evolve: (total, event) => (event.type === "CounterRaised" ? total + event.data.by : total),
  // The rule keeps only event types of this build, so it would drop a newer event silently.
  ...(compacted
    ? { compaction: { version: 1, keep: (events) => events.filter(({ type }) => type in counterEvents) } }
    : {}),
});

const context = (): CommandContext => ({
  commandId: crypto.randomUUID(),
  bodyHash: "body",
  correlationId: "test",
  actor: { kind: "system" },
  now: new Date(0),
});

const bound = (store: EventStore, compacted: boolean) =>
  bindAggregate(store, { stream: (id: number) => `counter-${id}`, decider: counter(compacted) });

function builds() {
  const log = new InMemoryLog();
  return {
    older: createInMemoryEventStore({ definitions: testDefinitions, log }),
    newer: createInMemoryEventStore({ definitions: newerDefinitions, log }),
  };
}

const closed = { type: "CounterClosed", data: { reason: "broken" } };
const inPieces = { type: "CounterRaised", data: { by: 2, unit: "piece" } };
const titled = { type: "CounterNamed", data: { ownerId: 1, name: "Ann", nickname: null, title: "Dr" } };

const newerEvents = [
  ["an event of an unknown type", closed, "unknown type"],
  ["a newer version of a known event", inPieces, "newer version"],
  ["a newer version that only adds a field to a known event", titled, "added fields"],
] as const;

describe.each([
  ["", false, 1],
  ["compacted ", true, 60],
])("a %sstream with a newer event", (kind, compacted, length) => {
  test.each(newerEvents)(
    `an older build decides on no ${kind}stream with %s, and asks to try again`,
    async (_what, event, _unreadable) => {
      const { older, newer } = builds();
      const counters = bound(older, compacted);
      for (let raise = 0; raise < length; raise += 1) await counters.handle(1, { by: 1 }, context());
      await newer.append("counter-1", "any", [event], testMetadata);
      const command = counters.handle(1, { by: 1 }, context());
      await expect(command).rejects.toMatchObject({ code: "upgrade_in_progress", status: 503 });
      await expect(command).rejects.toBeInstanceOf(Refusal);
      expect(((await command.catch((error: Refusal) => error)) as Refusal).retryAfterSeconds).toBeGreaterThan(
        0,
      );
      await expect(counters.load(1)).rejects.toMatchObject({ code: "upgrade_in_progress" });
      await expect(older.read("counter-1")).rejects.toMatchObject({ code: "upgrade_in_progress" });
      expect((await newer.read("counter-1")).events).toHaveLength(length + 1);
    },
  );
});

test.each(newerEvents)(
  "%s in one stream does not stop an older build from deciding on other streams",
  async (_what, event, _unreadable) => {
    const { older, newer } = builds();
    await newer.append("counter-1", "no_stream", [event], testMetadata);
    expect((await bound(older, false).handle(2, { by: 3 }, context())).state).toBe(3);
  },
);

test.each(newerEvents)(
  "%s reaches the subscriptions of an older build, marked as unreadable",
  async (_what, event, unreadable) => {
    const { older, newer } = builds();
    await older.append("counter-1", "no_stream", [raised(1)], testMetadata);
    await newer.append("counter-1", "any", [event], testMetadata);
    const seen: StoredEvent[] = [];
    const subscription = older.subscribeToAll({
      name: "test",
      from: "start",
      onBatch: async ({ events }) => void seen.push(...events),
    });
    await subscription.caughtUp();
    await subscription.stop();
    const read = seen.filter(({ stream }) => stream === "counter-1");
    expect(read.map((one) => one.unreadable)).toEqual([undefined, unreadable]);
    if (event === titled) expect(read[1]?.data).toMatchObject({ name: "Ann", title: "Dr" });
  },
);

test("a newer build reads the events of an older build as events of the newer version", async () => {
  const { older, newer } = builds();
  await older.append("counter-1", "no_stream", [raised(5)], testMetadata);
  expect((await newer.read("counter-1")).events).toMatchObject([{ data: { by: 5, unit: "piece" } }]);
});
