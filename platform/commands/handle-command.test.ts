import { describe, expect, jest, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/routes/errors";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import type { EventStore } from "../eventstore/event-store.ts";
import { ConflictError } from "../eventstore/store-errors.ts";
import {
  type CounterEvent,
  raised,
  runsOfOthers,
  testDefinitions,
} from "../eventstore/testing/test-events.ts";
import { type CommandContext, PositionTracker } from "./context.ts";
import type { Decider } from "./decider.ts";
import { handleCommand } from "./handle-command.ts";
import { loadState, newStream } from "./load-state.ts";

interface Raise {
  by: number;
  limit: number;
}

/** Adds up the amounts of its raises and refuses to exceed the limit. */
const counter: Decider<number, Raise, CounterEvent> = {
  initialState: () => 0,
  decide: ({ by, limit }, total) => {
    if (total + by > limit) throw new Refusal("device_limit_reached");
    return by === 0 ? [] : [raised(by)];
  },
  evolve: (total, event) => (event.type === "CounterRaised" ? total + event.data.by : total),
};

let commands = 0;
const contextOf = (changes: Partial<CommandContext> = {}): CommandContext => {
  commands += 1;
  return {
    commandId: `00000000-0000-4000-8000-${String(commands).padStart(12, "0")}`,
    bodyHash: "body",
    correlationId: "correlation",
    actor: { kind: "system" },
    now: new Date(0),
    ...changes,
  };
};

const newStore = () => createInMemoryEventStore({ definitions: testDefinitions });
type Given = Parameters<typeof handleCommand<number, Raise, CounterEvent>>[0];
const run = (store: EventStore, command: Given["command"], more: Partial<Given> = {}) =>
  handleCommand({ decider: counter, stream: "counter-1", store, command, context: contextOf(), ...more });

describe("loadState", () => {
  test("loading a long stream lets other work run", async () => {
    const store = newStore();
    const events = Array<CounterEvent>(2_000).fill(raised(1));
    await store.append("counter-1", "no_stream", events, {
      correlationId: "test",
      actor: { kind: "system" },
    });
    const toRead = await runsOfOthers(() => store.read("counter-1"));
    const toLoad = await runsOfOthers(async () => {
      expect((await loadState(store, "counter-1", counter)).state).toBe(2_000);
    });
    expect(toLoad).toBeGreaterThan(toRead + 4);
  });

  test("a decider that needs only the newest events folds them alone, at the stream's revision, and finds a command among them", async () => {
    const store = newStore();
    const newest = { ...counter, newest: 3 };
    const contexts = Array.from({ length: 5 }, () => contextOf());
    for (const context of contexts) await run(store, { by: 1, limit: 9 }, { decider: newest, context });
    const { state, revision, position, holds } = await loadState(store, "counter-1", newest);
    expect([state, revision, position]).toEqual([3, 4n, (await store.read("counter-1")).lastPosition]);
    expect(contexts.map(({ commandId }) => holds(commandId))).toEqual([false, false, true, true, true]);
  });
});

describe("handleCommand", () => {
  test("a handled command gives its events, the new state and the position", async () => {
    const store = newStore();
    const positions = new PositionTracker();
    const command = { by: 2, limit: 5 };
    const handled = await run(store, command, { context: contextOf({ positions }) });
    expect(handled).toMatchObject({ state: 2, repeated: false, events: [{ data: { by: 2 } }] });
    expect(positions.header).toBe(handled.position?.commit.toString());
    expect((await store.read("counter-1")).events[0]?.metadata.bodyHash).toBe("body");
  });

  test("a repeated command gives its recorded events, even if it would be refused now", async () => {
    const store = newStore();
    const context = contextOf();
    const command = { by: 5, limit: 5 };
    const first = await run(store, command, { context });
    const second = await run(store, command, { context });
    expect(second.repeated).toBe(true);
    expect(second.events.map((event) => event.id)).toEqual(first.events.map((event) => event.id));
    expect((await store.read("counter-1")).revision).toBe(0n);
  });

  test("a repeated command id with another body is refused", async () => {
    const store = newStore();
    const context = contextOf();
    await run(store, { by: 1, limit: 5 }, { context });
    const other = run(store, { by: 2, limit: 5 }, { context: { ...context, bodyHash: "other" } });
    await expect(other).rejects.toMatchObject({ code: "idempotency_key_reused" });
  });

  test("a command that an earlier build recorded with the hash of the body alone is repeated, and refused with another body", async () => {
    const store = newStore();
    const command = { by: 1, limit: 5 };
    const recorded = contextOf();
    await run(store, command, { context: recorded });
    const again = { ...recorded, bodyHash: "with its key", formerBodyHash: "body" };
    expect(await run(store, command, { context: again })).toMatchObject({
      repeated: true,
    });
    const other = run(store, command, { context: { ...again, formerBodyHash: "other" } });
    await expect(other).rejects.toMatchObject({ code: "idempotency_key_reused" });
  });

  test("a command without events appends nothing and gives the last position read", async () => {
    const store = newStore();
    const first = await run(store, { by: 1, limit: 5 });
    const second = await run(store, { by: 0, limit: 5 });
    expect(second).toMatchObject({ state: 1, events: [], repeated: false, position: first.position });
  });

  test("a command can be made from the state it is decided on", async () => {
    const store = newStore();
    await run(store, { by: 3, limit: 9 });
    const doubled = await run(store, (total) => ({ by: total, limit: 9 }));
    expect(doubled.state).toBe(6);
  });

  test("parallel commands are decided again after a conflict and keep a limit exactly", async () => {
    const log = new InMemoryLog();
    const command = { by: 1, limit: 3 };
    // Each process has a queue of its own, so the commands run in parallel.
    const replicas = Array.from({ length: 5 }, () =>
      createInMemoryEventStore({ definitions: testDefinitions, log }),
    );
    const results = await Promise.allSettled(replicas.map((store) => run(store, command)));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(3);
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(refusals).toEqual(["device_limit_reached", "device_limit_reached"]);
  });

  test("commands on one stream run one after another, and none is decided twice", async () => {
    const store = newStore();
    const command = { by: 1, limit: 200 };
    const read = jest.spyOn(store, "read");
    const all = Array.from({ length: 200 }, () => run(store, command));
    await Promise.all(all);
    expect(read).toHaveBeenCalledTimes(200);
    expect((await store.read("counter-1")).revision).toBe(199n);
  });

  test("a command on a new stream reads nothing", async () => {
    const store = newStore();
    const read = jest.spyOn(store, "read");
    const command = { by: 2, limit: 5 };
    const handled = await run(store, command, { loaded: newStream(counter) });
    expect(handled).toMatchObject({ state: 2, events: [{ revision: 0n }] });
    expect(read).not.toHaveBeenCalled();
  });

  test("a command on a stream that is wrongly taken for new is decided on its events", async () => {
    const store = newStore();
    await run(store, { by: 4, limit: 5 });
    const begin = (by: number) => run(store, { by, limit: 5 }, { loaded: newStream(counter) });
    await expect(begin(2)).rejects.toMatchObject({ code: "device_limit_reached" });
    expect(await begin(1)).toMatchObject({ state: 5, events: [{ revision: 1n }] });
  });

  test("a command is refused as a conflict after five attempts", async () => {
    const store = newStore();
    let appends = 0;
    store.append = async () => {
      appends += 1;
      throw new ConflictError("counter-1", 0n);
    };
    const handled = run(store, { by: 1, limit: 3 });
    await expect(handled).rejects.toMatchObject({ code: "conflict" });
    expect(appends).toBe(5);
  });
});

test("a position tracker keeps the greatest position", () => {
  const tracker = new PositionTracker();
  expect(tracker.header).toBeUndefined();
  tracker.note({ commit: 20n, prepare: 20n });
  tracker.note({ commit: 5n, prepare: 5n });
  tracker.note(undefined);
  expect(tracker.header).toBe("20");
});
