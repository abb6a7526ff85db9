import { expect, jest, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import { createInMemoryEventStore } from "../eventstore/client/in-memory-event-store.ts";
import { InMemoryLog } from "../eventstore/emulation/in-memory-log.ts";
import type { EventStore } from "../eventstore/event-store.ts";
import {
  type CounterEvent,
  raised,
  testDefinitions,
  testMetadata,
} from "../eventstore/testing/test-events.ts";
import type { CommandContext } from "./context.ts";
import { type CommandToHandle, handleCommand } from "./handle-command.ts";
import { rememberingStore } from "./remembering-store.ts";
import { counter as plainCounter, type Raise } from "./testing/counter.ts";

const counter: typeof plainCounter = {
  ...plainCounter,
  compaction: { version: 1, keep: (events) => events },
  remembered: true,
};

const context = (changes: Partial<CommandContext> = {}): CommandContext => ({
  commandId: crypto.randomUUID(),
  bodyHash: "body",
  correlationId: "correlation",
  actor: { kind: "system" },
  now: new Date(0),
  ...changes,
});

/** A process with a memory, and another one that writes to the same log. */
function processes() {
  const log = new InMemoryLog();
  const store = createInMemoryEventStore({ definitions: testDefinitions, log });
  const other = createInMemoryEventStore({ definitions: testDefinitions, log });
  const used = jest.fn();
  const remembering = rememberingStore(store, used);
  const reads = jest.spyOn(store, "readHistory");
  const handle = (
    command: CommandToHandle<number, Raise, CounterEvent>,
    its = context(),
    { decider = counter, by = remembering }: { decider?: typeof counter; by?: EventStore } = {},
  ) => handleCommand({ store: by, decider, stream: "counter-1", command, context: its });
  const total = async () =>
    (await other.read<CounterEvent>("counter-1")).events.reduce(counter.evolve, counter.initialState());
  const byOther = (by: number) => other.append("counter-1", "any", [raised(by)], testMetadata);
  return { log, store, other, remembering, used, reads, handle, total, byOther };
}

test("the second command on a stream is decided without reading it", async () => {
  const { handle, reads, used, total } = processes();
  await handle({ by: 2, limit: 9 });
  const second = await handle({ by: 3, limit: 9 });
  expect(second).toMatchObject({ state: 5, repeated: false, events: [{ revision: 1n }] });
  expect(reads).toHaveBeenCalledTimes(1);
  expect(used).toHaveBeenCalledTimes(1);
  expect(await total()).toBe(5);
});

test("a stream is read for each command if its decider is not remembered", async () => {
  const { handle, reads } = processes();
  const decider = { ...counter, remembered: false };
  await handle({ by: 2, limit: 9 }, context(), { decider });
  await handle({ by: 3, limit: 9 }, context(), { decider });
  expect(reads).toHaveBeenCalledTimes(2);
});

test("a stream is read for each command if the store has no memory", async () => {
  const { handle, store, reads } = processes();
  await handle({ by: 2, limit: 9 }, context(), { by: store });
  await handle({ by: 3, limit: 9 }, context(), { by: store });
  expect(reads).toHaveBeenCalledTimes(2);
});

test("a command that would append after an event of another process is decided again on that event", async () => {
  const { handle, byOther, total, used } = processes();
  await handle({ by: 2, limit: 9 });
  await byOther(6);
  await expect(handle({ by: 2, limit: 9 })).rejects.toMatchObject({ code: "device_limit_reached" });
  expect((await handle({ by: 1, limit: 9 })).state).toBe(9);
  expect(await total()).toBe(9);
  expect(used).not.toHaveBeenCalled();
});

test("a command is not refused because of a state that another process has changed", async () => {
  const { handle, byOther } = processes();
  await handle({ by: 5, limit: 5 });
  await byOther(-5);
  expect((await handle({ by: 5, limit: 5 })).state).toBe(5);
});

test("a command that changes nothing gives the state and the position that the stream has now", async () => {
  const { handle, byOther } = processes();
  await handle({ by: 5, limit: 9 });
  const { position } = await byOther(2);
  expect(await handle({ by: 0, limit: 9 })).toMatchObject({ state: 7, events: [], position });
});

test("a command that is repeated at once gives its recorded events, and another body is refused", async () => {
  const { handle, total } = processes();
  const its = context();
  await handle({ by: 1, limit: 9 });
  const first = await handle({ by: 2, limit: 9 }, its);
  const again = await handle({ by: 2, limit: 9 }, its);
  expect(again).toMatchObject({ repeated: true, events: [{ id: first.events[0]?.id }] });
  const other = handle({ by: 4, limit: 9 }, { ...its, bodyHash: "other" });
  await expect(other).rejects.toMatchObject({ code: "idempotency_key_reused" });
  expect(await total()).toBe(3);
});

test("a command that another process has recorded meanwhile gives its recorded events", async () => {
  const { handle, other, total } = processes();
  const its = context();
  await handle({ by: 1, limit: 9 });
  const first = await handle({ by: 2, limit: 9 }, its, { by: other });
  const again = await handle({ by: 2, limit: 9 }, its);
  expect(again.events.map(({ id }) => id)).toEqual(first.events.map(({ id }) => id));
  expect(await total()).toBe(3);
});

test("after an append with an unknown outcome the stream is read, so that the repeated command acts once", async () => {
  const { handle, store, total, reads } = processes();
  const its = context();
  await handle({ by: 1, limit: 9 });
  const append = store.append.bind(store);
  const lost = jest.spyOn(store, "append").mockImplementationOnce(async (...given) => {
    await append(...given);
    throw new Refusal("outcome_unknown");
  });
  await expect(handle({ by: 2, limit: 9 }, its)).rejects.toMatchObject({ code: "outcome_unknown" });
  lost.mockRestore();
  expect(await handle({ by: 2, limit: 9 }, its)).toMatchObject({ state: 3, repeated: true });
  expect(reads).toHaveBeenCalledTimes(2);
  expect(await total()).toBe(3);
});

test("a command that is made from the state is made from what the stream holds now", async () => {
  const { handle, byOther } = processes();
  await handle({ by: 1, limit: 99 });
  await byOther(9);
  expect((await handle((total) => ({ by: total, limit: 99 }))).state).toBe(20);
});

test("the state of a stream that is deleted is forgotten", async () => {
  const { handle, remembering } = processes();
  await handle({ by: 5, limit: 5 });
  await remembering.deleteStream("counter-1", "any");
  expect((await handle({ by: 4, limit: 5 })).state).toBe(4);
});

test("erasing a person forgets all states, because they may hold fields of the person", async () => {
  const { handle, remembering, reads } = processes();
  await handle({ by: 1, limit: 9 });
  await remembering.erasePerson("consumer", 7);
  await handle({ by: 1, limit: 9 });
  expect(reads).toHaveBeenCalledTimes(2);
});

test("a stream that is changed again and again is still read now and then, so that its snapshots are stored", async () => {
  const { handle, reads, total } = processes();
  for (let n = 0; n < 40; n += 1) await handle({ by: 1, limit: 99 });
  expect(reads.mock.calls.length).toBeGreaterThanOrEqual(4);
  expect(reads.mock.calls.length).toBeLessThan(10);
  expect(await total()).toBe(40);
});

test("commands on one stream from two processes with memories keep a limit exactly", async () => {
  const { handle, other, total } = processes();
  const otherRemembering = rememberingStore(other);
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) =>
      handle({ by: 1, limit: 10 }, context(), n % 2 === 0 ? {} : { by: otherRemembering }),
    ),
  );
  expect(await total()).toBe(10);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
});
