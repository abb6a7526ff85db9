import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { createMetrics } from "../../metrics/metrics.ts";
import { gate } from "../../waiting/testing/gate.ts";
import type { Batch, EventStore } from "../event-store.ts";
import type { LogClient } from "../log-client.ts";
import type { Position } from "../position.ts";
import { named, raised, testDefinitions, testMetadata } from "../testing/test-events.ts";

let store: ReturnType<typeof createInMemoryEventStore>;
beforeEach(() => {
  store = createInMemoryEventStore({ definitions: testDefinitions });
});
afterEach(() => store.close());

/** Collects batches, and has a promise for the moment when a condition holds. */
function collector() {
  const batches: Batch[] = [];
  let check: () => void = () => undefined;
  return {
    batches,
    onBatch: async (batch: Batch) => {
      batches.push(batch);
      check();
    },
    events: () => batches.flatMap((batch) => batch.events.map((event) => event.data)),
    until: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        check = () => {
          if (condition()) resolve();
        };
        check();
      }),
  };
}

async function raise(stream: string, ...values: number[]): Promise<Position> {
  const { position } = await store.append(stream, "any", values.map(raised), testMetadata);
  return position;
}

/** A subscription that has caught up, and what it has seen. */
async function subscribed(options: Partial<Parameters<EventStore["subscribeToAll"]>[0]> = {}) {
  const seen = collector();
  const subscription = store.subscribeToAll({
    name: "test",
    from: "start",
    onBatch: seen.onBatch,
    ...options,
  });
  await subscription.caughtUp();
  return { seen, subscription };
}

test("a subscription catches up in one batch, then delivers live events", async () => {
  const head = await raise("counter-1", 1, 2, 3);
  const { seen } = await subscribed();
  expect(seen.batches).toHaveLength(1);
  expect(seen.batches[0]).toMatchObject({ position: head, caughtUp: true });
  await raise("counter-2", 4);
  await seen.until(() => seen.events().length === 4);
  expect(seen.events()).toEqual([{ by: 1 }, { by: 2 }, { by: 3 }, { by: 4 }]);
});

test("events that arrive during a batch are delivered together", async () => {
  await raise("counter-1", 1);
  const seen = collector();
  const { open: release, opened: held } = gate();
  store.subscribeToAll({
    name: "test",
    from: "start",
    onBatch: async (batch) => {
      await seen.onBatch(batch);
      await held;
    },
  });
  await seen.until(() => seen.batches.length === 1);
  for (const value of [2, 3, 4]) await raise("counter-1", value);
  await new Promise(setImmediate);
  release();
  await seen.until(() => seen.events().length === 4);
  expect(seen.batches.map(({ events }) => events.length)).toEqual([1, 3]);
});

/** A time so long that a test that waits for it fails. */
const gatherMilliseconds = 60_000;

test("a subscription with a pause between batches waits for a full batch after the last batch", async () => {
  await raise("counter-1", 1, 2);
  const { seen } = await subscribed({ batchSize: 3, gatherMilliseconds });
  for (const value of [3, 4, 5]) await raise("counter-1", value);
  await seen.until(() => seen.events().length === 5);
  expect(seen.batches.map(({ events }) => events.length)).toEqual([2, 3]);
});

test("a subscription can be stopped while it waits for a full batch", async () => {
  await raise("counter-1", 1, 2);
  const { seen, subscription } = await subscribed({ gatherMilliseconds });
  await raise("counter-1", 3);
  await new Promise(setImmediate);
  await subscription.stop();
  expect(seen.events()).toEqual([{ by: 1 }, { by: 2 }]);
});

test("a subscription catches up on an empty log and on one without a match for its filter", async () => {
  const empty = store.subscribeToAll({ name: "empty", from: "start", onBatch: async () => undefined });
  await empty.caughtUp();
  expect(empty.position()).toBe("start");
  const head = await raise("counter-1", 1);
  const { seen, subscription } = await subscribed({ filter: { eventTypes: ["CounterNamed"] } });
  expect(subscription.position()).toEqual(head);
  expect(seen.batches).toEqual([
    { events: [], position: head, eventId: await store.eventIdAt(head), caughtUp: true },
  ]);
});

test("a subscription from the head has caught up immediately, even if the server never reports it", async () => {
  const log = new InMemoryLog();
  const subscribeAsIs = log.subscribe.bind(log);
  const subscribe: LogClient["subscribe"] = (from, filter) => {
    const { take, stop, ended } = subscribeAsIs(from, filter);
    return {
      stop,
      ended,
      async take(max) {
        const items = (await take(max))?.filter(({ kind }) => kind !== "caughtUp");
        return items?.length === 0 ? take(max) : items;
      },
    };
  };
  store = createInMemoryEventStore({
    definitions: testDefinitions,
    log: Object.assign(log, { subscribe }),
  });
  const from = await raise("counter-1", 1);
  const { seen } = await subscribed({ from, filter: { eventTypes: ["CounterNamed"] } });
  expect(seen.batches).toMatchObject([{ events: [], position: from, caughtUp: true }]);
});

test("each batch of a subscription contains the id of the event at its position", async () => {
  const { events } = await store.append("counter-1", "no_stream", [raised(1)], testMetadata);
  const { seen } = await subscribed();
  expect(seen.batches.map(({ eventId }) => eventId)).toEqual([events[0]?.id]);
  await store.setStreamMetadata("counter-1", { maxAge: 60 });
  await seen.until(() => seen.batches.length === 2);
  const head = await store.head();
  expect(seen.batches[1]).toMatchObject({ position: head, eventId: head && (await store.eventIdAt(head)) });
});

test("a subscription filters exactly by type and by stream", async () => {
  await raise("counter-1", 1);
  await store.append("counter-2", "any", [named(3, "Ada")], testMetadata);
  await raise("other-1", 2);
  const filter = { eventTypes: ["CounterRaised"], streamPrefixes: ["counter-"] };
  const { seen } = await subscribed({ filter });
  expect(seen.events()).toEqual([{ by: 1 }]);
});

test.each([new Error("connection lost"), undefined])(
  "a subscription continues after a drop (%p) without losing or repeating events",
  async (error) => {
    await raise("counter-1", 1);
    const { seen } = await subscribed();
    store.log.dropSubscriptions(error);
    await raise("counter-1", 2);
    await seen.until(() => seen.events().length >= 2);
    store.log.dropSubscriptions(error);
    await raise("counter-1", 3);
    await seen.until(() => seen.events().length >= 3);
    expect(seen.events()).toEqual([{ by: 1 }, { by: 2 }, { by: 3 }]);
  },
);

test("the memory of the event store is cleared when a subscription is lost, also during a batch, and again before its renewal", async () => {
  await raise("counter-1", 1);
  const seen = collector();
  let forgotten = 0;
  store.remembered.add("test", () => {
    forgotten += 1;
  });
  const { open: release, opened: held } = gate();
  const forgottenBeforeRenewal: number[] = [];
  const subscription = store.subscribeToAll({
    name: "test",
    from: async () => {
      forgottenBeforeRenewal.push(forgotten);
      return "start";
    },
    onBatch: async (batch) => {
      await seen.onBatch(batch);
      if (batch.events.length > 0) await held;
    },
  });
  await seen.until(() => seen.events().length === 1);
  store.log.dropSubscriptions();
  await new Promise(setImmediate);
  expect(forgotten).toBe(1);
  release();
  await seen.until(() => seen.events().length === 2);
  expect(forgottenBeforeRenewal).toEqual([0, 2]);
  await subscription.stop();
  expect(forgotten).toBe(2);
});

test("a subscription reads the stored checkpoint again after each drop", async () => {
  await raise("counter-1", 1, 2);
  let asked = 0;
  const from = async () => {
    asked += 1;
    return "start" as const;
  };
  const { seen } = await subscribed({ from });
  store.log.dropSubscriptions();
  await seen.until(() => seen.events().length === 4);
  expect(asked).toBe(2);
});

test("a subscription delivers a batch again when its handler failed, and then moves on", async () => {
  const head = await raise("counter-1", 1, 2);
  let failures = 2;
  const seen = collector();
  const subscription = store.subscribeToAll({
    name: "test",
    from: "start",
    onBatch: async (batch) => {
      if (failures > 0) {
        failures -= 1;
        expect(subscription.position()).toBe("start");
        throw new Error("not now");
      }
      await seen.onBatch(batch);
    },
  });
  await subscription.caughtUp();
  expect(failures).toBe(0);
  expect(seen.events()).toEqual([{ by: 1 }, { by: 2 }]);
  expect(subscription.position()).toEqual(head);
});

test("the lag of a subscription grows while its handler fails, also after it had caught up", async () => {
  const metrics = createMetrics({ service: "test" });
  const anHourAgo = new Date(Date.now() - 3_600_000);
  store = createInMemoryEventStore({ definitions: testDefinitions, now: () => anHourAgo, metrics });
  // In minutes, because a busy machine takes a second.
  const lag = async () =>
    (await metrics.registry.metrics())
      .split("\n")
      .filter((line) => line.startsWith("eventstore_subscription_lag_seconds{"))
      .map((line) => Math.round(Number(line.split(" ")[1]) / 60));
  let failures = 2;
  const during: number[][] = [];
  const seen = collector();
  const subscription = store.subscribeToAll({
    name: "test",
    from: "start",
    onBatch: async (batch) => {
      if (batch.events.length === 0) return;
      during.push(await lag());
      failures -= 1;
      if (failures >= 0) throw new Error("not now");
      await seen.onBatch(batch);
    },
  });
  await subscription.caughtUp();
  await raise("counter-1", 1);
  await seen.until(() => seen.events().length === 1);
  expect(during).toEqual([[60], [60], [60]]);
  await subscription.caughtUp();
  expect(await lag()).toEqual([0]);
  await store.close();
  expect(await lag()).toEqual([]);
});

test("the lag of a subscription grows while nothing is delivered again", async () => {
  const metrics = createMetrics({ service: "test" });
  store = createInMemoryEventStore({ definitions: testDefinitions, metrics });
  const { open: release, opened: handled } = gate();
  const { open: began, opened: handling } = gate();
  const onBatch = async ({ events }: { events: readonly unknown[] }) => {
    if (events.length === 0) return;
    began();
    await handled;
  };
  store.subscribeToAll({ name: "test", from: "start", onBatch });
  await raise("counter-1", 1);
  await handling;
  const inAnHour = Date.now() + 3_600_000;
  const clock = jest.spyOn(Date, "now").mockReturnValue(inAnHour);
  const [, seconds] =
    /^eventstore_subscription_lag_seconds\{.*\} (\S+)$/m.exec(await metrics.registry.metrics()) ?? [];
  clock.mockRestore();
  expect(Number(seconds)).toBeGreaterThanOrEqual(3_600);
  release();
});

test("a subscription delivers batches of at most the given size, in order", async () => {
  await raise("counter-1", ...Array.from({ length: 25 }, (_, index) => index));
  const { seen } = await subscribed({ batchSize: 10 });
  expect(Math.max(...seen.batches.map((batch) => batch.events.length))).toBeLessThanOrEqual(10);
  expect(seen.events()).toEqual(Array.from({ length: 25 }, (_, by) => ({ by })));
  expect(seen.batches.filter((batch) => batch.caughtUp)).toHaveLength(1);
});

test("a subscription stops after the current batch and delivers nothing more", async () => {
  await raise("counter-1", 1);
  const { seen, subscription } = await subscribed();
  await subscription.stop();
  await raise("counter-1", 2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen.events()).toEqual([{ by: 1 }]);
});
