import { beforeEach, expect, test } from "@jest/globals";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { silentLogger } from "../../logging/logger.ts";
import { serverKey } from "../../tokens/keyed-hash.ts";
import { newestOfEach } from "../compaction/compaction.ts";
import { snapshotStream } from "../compaction/snapshot.ts";
import type { Compaction, EventStore } from "../event-store.ts";
import { type CounterEvent, named, raised, testDefinitions, testMetadata } from "../testing/test-events.ts";
import { createEventStore } from "./event-store-client.ts";

const stream = "counter-1";

/** All raises of a counter are needed, but only the newest name. */
const rule: Compaction<CounterEvent> = {
  version: 1,
  keep: (events) => newestOfEach(events, ({ type }) => (type === "CounterNamed" ? "name" : undefined)),
};

/** An event store that counts the events read from it. */
class CountingLog extends InMemoryLog {
  eventsRead = 0;
  refusesSnapshots = false;
  /** The number of reads that are still answered. */
  readsLeft = Number.POSITIVE_INFINITY;

  override async readStream(...call: Parameters<InMemoryLog["readStream"]>) {
    this.readsLeft -= 1;
    if (this.readsLeft < 0) throw new Error("too late");
    const read = await super.readStream(...call);
    this.eventsRead += read.length;
    return read;
  }

  override async append(...call: Parameters<InMemoryLog["append"]>) {
    if (this.refusesSnapshots && call[0].startsWith("snapshot-")) throw new Error("no room");
    return await super.append(...call);
  }
}

let log: CountingLog;
let store: EventStore;

beforeEach(() => {
  log = new CountingLog();
  store = openStore();
});

const openStore = () =>
  createEventStore(log, {
    definitions: testDefinitions,
    masterKey: serverKey(Buffer.alloc(32, 7)),
    logger: silentLogger(),
    timeoutMilliseconds: 1_000,
  });

/** Like a command: reads the history, then appends one event with the command's id. */
async function command(event: CounterEvent, commandId: string): Promise<void> {
  const { revision } = await store.readHistory(stream, rule);
  await store.append(stream, revision, [event], { ...testMetadata, commandId });
  await snapshotStored();
}

/** A snapshot is stored in the background, a microtask or two after the read. */
const snapshotStored = () => new Promise((resolve) => setImmediate(resolve));
const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

async function rename(from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 1) await command(named(7, `name ${index}`), id(index));
}

const names = (events: readonly CounterEvent[]) =>
  events.flatMap(({ type, data }) => (type === "CounterNamed" ? [data.name] : []));

test("a stream without events has an empty history at no_stream", async () => {
  const history = await store.readHistory(stream, rule);
  expect([history.events, history.revision, history.holds(id(0))]).toEqual([[], "no_stream", false]);
});

test("a short stream is read completely and gets no snapshot", async () => {
  await rename(0, 15);
  const history = await store.readHistory(stream, rule);
  expect(history.events).toHaveLength(15);
  expect((await store.read(snapshotStream(stream))).revision).toBe("no_stream");
});

test("a long stream is read with few events, and its history has every event that is needed", async () => {
  await command(raised(5), id(0));
  await rename(1, 300);
  log.eventsRead = 0;
  const history = await store.readHistory(stream, rule);
  expect(log.eventsRead).toBeLessThanOrEqual(17);
  expect(history.revision).toBe(299n);
  expect(history.events[0]).toMatchObject({ type: "CounterRaised", data: { by: 5 }, revision: 0n });
  expect(names(history.events).at(-1)).toBe("name 299");
});

test("only the newest snapshot of a long stream can be read", async () => {
  await rename(0, 250);
  const { events, revision } = await store.read(snapshotStream(stream));
  expect(events).toHaveLength(1);
  expect(revision).toBeGreaterThan(1n);
});

test("the history of a long stream recognises an old command and returns its events", async () => {
  await rename(0, 200);
  const history = await store.readHistory(stream, rule);
  expect(history.events.some(({ metadata }) => metadata.commandId === id(120))).toBe(false);
  expect([history.holds(id(120)), history.holds(id(4_711))]).toEqual([true, false]);
  expect(names(await history.eventsOf(id(120)))).toEqual(["name 120"]);
  expect(names(await history.eventsOf(id(199)))).toEqual(["name 199"]);
  expect(await history.eventsOf(id(4_711))).toEqual([]);
});

test("the history of a long stream returns all events of a command, even if only some are still needed", async () => {
  await rename(0, 10);
  const both = [named(7, "first"), raised(1), named(7, "second")];
  await store.append(stream, 9n, both, { ...testMetadata, commandId: id(10) });
  await rename(11, 120);
  const history = await store.readHistory(stream, rule);
  expect((await history.eventsOf(id(10))).map(({ type }) => type)).toEqual(both.map(({ type }) => type));
});

test("after a change of the compaction rule a long stream is read from its beginning until a new snapshot is stored", async () => {
  await rename(0, 150);
  const changed: Compaction<CounterEvent> = { version: 2, keep: (events) => events.slice(0, 2) };
  expect(names((await store.readHistory(stream, changed)).events).slice(0, 2)).toEqual(["name 0", "name 1"]);
  await snapshotStored();
  log.eventsRead = 0;
  expect(names((await store.readHistory(stream, changed)).events)).toEqual(["name 0", "name 1"]);
  expect(log.eventsRead).toBeLessThanOrEqual(17);
});

test("a stream that is too long for one request is read further by each request", async () => {
  await store.append(stream, "no_stream", Array<CounterEvent>(5_000).fill(named(7, "old")), testMetadata);
  log.readsLeft = 3;
  await expect(store.readHistory(stream, rule)).rejects.toThrow(UnavailableError);
  log.readsLeft = 3;
  await expect(store.readHistory(stream, rule)).rejects.toThrow(UnavailableError);
  log.readsLeft = 10;
  expect((await store.readHistory(stream, rule)).revision).toBe(4_999n);
});

test("a long stream is read completely if no snapshot could be stored", async () => {
  log.refusesSnapshots = true;
  await store.append(stream, "no_stream", Array<CounterEvent>(200).fill(raised(1)), testMetadata);
  expect((await store.readHistory(stream, rule)).events).toHaveLength(200);
  await store.close();
});

test("a long stream is read to its end if another process has appended after the snapshot", async () => {
  await rename(0, 150);
  const other = openStore();
  await other.append(stream, 149n, Array<CounterEvent>(100).fill(raised(1)), testMetadata);
  const history = await store.readHistory(stream, rule);
  expect(history.revision).toBe(249n);
  expect(history.events.filter(({ type }) => type === "CounterRaised")).toHaveLength(100);
});

test("the history of a long stream shows no personal data of an erased person, also from a snapshot", async () => {
  await rename(0, 150);
  const stored = JSON.stringify((await store.read(snapshotStream(stream))).events.map(({ data }) => data));
  expect(stored).not.toContain("name 1");
  await store.erasePerson("consumer", 7);
  expect(new Set(names((await store.readHistory(stream, rule)).events))).toEqual(new Set([null]));
});

test("a deleted stream begins again without the events of its old snapshot", async () => {
  await rename(0, 150);
  await store.deleteStream(stream, 149n);
  expect((await store.readHistory(stream, rule)).events).toEqual([]);
  const again = Array<CounterEvent>(70).fill(raised(1));
  await store.append(stream, "any", again, testMetadata);
  expect((await store.readHistory(stream, rule)).events).toHaveLength(70);
});
