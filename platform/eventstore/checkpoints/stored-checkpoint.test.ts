import { beforeEach, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { checkpointEvents } from "@ornament/contracts/log-proof/events";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { createLogger } from "../../logging/logger.ts";
import type { EventStore } from "../event-store.ts";
import { raised, testDefinitions, testMetadata } from "../testing/test-events.ts";
import { storedCheckpoint } from "./stored-checkpoint.ts";

const definitions = [...testDefinitions, ...Object.values(checkpointEvents)];
const stream = streams.checkpoint("mail");
let lines: { level: number; msg: string }[];
let store: ReturnType<typeof createInMemoryEventStore>;

beforeEach(() => {
  lines = [];
  store = createInMemoryEventStore({ definitions });
});

const checkpoint = (on: EventStore = store) =>
  storedCheckpoint({
    store: on,
    logger: createLogger({
      name: "test",
      level: "info",
      destination: { write: (line: string) => lines.push(JSON.parse(line)) },
    }),
    name: "mail",
    patienceMilliseconds: 0,
  });
const raise = async (by: number) => {
  const { revision } = await store.read("counter-1");
  return (await store.append("counter-1", revision, [raised(by)], testMetadata)).position;
};
/** Stores a checkpoint in the form of an old version or with a position of another event store. */
const given = async (data: { commit: string; prepare: string; eventId?: string }) => {
  const { revision } = await store.read(stream);
  await store.append(stream, revision, [{ type: "CheckpointStored", data }], testMetadata);
};
const at = (commit: string) => ({ commit, prepare: commit });

test("a subscription continues from its stored checkpoint, which contains the id of its event", async () => {
  expect(await checkpoint().load()).toBe("start");
  const position = await raise(1);
  await checkpoint().store(position, "test");
  expect(await checkpoint().load()).toEqual(position);
  const { events } = await store.read(stream);
  expect(events.map(({ data }) => data)).toEqual([
    { commit: "100", prepare: "100", eventId: await store.eventIdAt(position) },
  ]);
  expect(lines).toEqual([]);
});

test("a checkpoint without an event id, as old versions stored it, is used if an event is there, and the next one has an id", async () => {
  await raise(1);
  await given(at("100"));
  expect(await checkpoint().load()).toEqual({ commit: 100n, prepare: 100n });
  await checkpoint().store(await raise(2), "test");
  expect((await store.read(stream)).events.at(-1)?.data).toMatchObject({ eventId: expect.any(String) });
});

test("a stored checkpoint of 2^64 − 1, which some servers sent before the first event, means the start and is replaced later", async () => {
  const position = await raise(1);
  await given(at("18446744073709551615"));
  expect(await checkpoint().load()).toBe("start");
  await checkpoint().store(position, "test");
  expect(await checkpoint().load()).toEqual(position);
});

test.each([
  [
    "beyond the end of the event store",
    { ...at("5000"), eventId: "x" },
    "is beyond the end of the event store",
  ],
  ["with another event", { ...at("100"), eventId: "x" }, "has another event"],
])(
  "a stored checkpoint %s is reported in one line, the subscription continues from the start, and the next one replaces it",
  async (_name, data, expected) => {
    const position = await raise(1);
    await given(data);
    expect(await checkpoint().load()).toBe("start");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 40, msg: expect.stringContaining(expected) });
    await checkpoint().store(position, "test");
    expect(await checkpoint().load()).toEqual(position);
  },
);

test("a later checkpoint of another replica is kept", async () => {
  const earlier = await raise(1);
  const later = await raise(2);
  await checkpoint().store(later, "test");
  await checkpoint().store(earlier, "test");
  expect(await checkpoint().load()).toEqual(later);
});

test("a position without an event is not stored as a checkpoint", async () => {
  await raise(1);
  await checkpoint().store({ commit: 150n, prepare: 150n }, "test");
  expect((await store.read(stream)).events).toEqual([]);
});

test("a subscription continues from its stored checkpoint after the event there was scavenged", async () => {
  const position = await raise(1);
  await checkpoint().store(position, "test");
  const scavenged = { ...store, eventIdAt: async () => undefined };
  expect(await checkpoint(scavenged).load()).toEqual(position);
  expect(lines).toEqual([]);
});
