import { beforeEach, describe, expect, test } from "@jest/globals";
import { silentLogger } from "../../logging/logger.ts";
import { serverKey } from "../../tokens/keyed-hash.ts";
import { type Compaction, newestOfEach } from "../compaction/compaction.ts";
import { snapshotStream } from "../compaction/snapshot.ts";
import { InMemoryLog } from "../emulation/in-memory-log.ts";
import { type EventStore, UnavailableError } from "../event-store.ts";
import { type CounterEvent, named, raised, testDefinitions, testMetadata } from "../testing/test-events.ts";
import { createEventStore } from "./event-store-client.ts";

const stream = "counter-1";

/** Of a counter every raise counts, and the newest name. */
const rule: Compaction<CounterEvent> = {
  version: 1,
  keep: (events) => newestOfEach(events, ({ type }) => (type === "CounterNamed" ? "name" : undefined)),
};

/** A log that tells how many events were read from it. */
class CountingLog extends InMemoryLog {
  eventsRead = 0;
  refusesSnapshots = false;
  /** Reads that are still answered. */
  readsLeft = Number.POSITIVE_INFINITY;

  override readStream(...call: Parameters<InMemoryLog["readStream"]>) {
    this.readsLeft -= 1;
    if (this.readsLeft < 0) throw new Error("too late");
    const read = super.readStream(...call);
    const count = () => {
      this.eventsRead += 1;
    };
    return {
      cancel: () => read.cancel(),
      async *[Symbol.asyncIterator]() {
        for await (const event of read) {
          count();
          yield event;
        }
      },
    };
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

/** As commands do it: each reads the history, then appends one event under an id of its own. */
async function command(event: CounterEvent, commandId: string): Promise<void> {
  const { revision } = await store.readHistory(stream, rule);
  await store.append(stream, revision, [event], { ...testMetadata, commandId });
  await snapshotStored();
}

/** A snapshot is stored beside the request: a microtask or two after the read. */
const snapshotStored = () => new Promise((resolve) => setImmediate(resolve));
const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

async function rename(from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 1) await command(named(7, `name ${index}`), id(index));
}

const names = (events: readonly CounterEvent[]) =>
  events.flatMap(({ type, data }) => (type === "CounterNamed" ? [data.name] : []));

test("a stream without events is an empty history at no_stream", async () => {
  const history = await store.readHistory(stream, rule);
  expect([history.events, history.revision, history.holds(id(0))]).toEqual([[], "no_stream", false]);
});

test("a short stream is read whole, and no snapshot is stored for it", async () => {
  await rename(0, 15);
  const history = await store.readHistory(stream, rule);
  expect(history.events).toHaveLength(15);
  expect((await store.read(snapshotStream(stream))).revision).toBe("no_stream");
});

describe("a long stream", () => {
  test("is read at a cost that does not grow with its past, and keeps every event that counts", async () => {
    await command(raised(5), id(0));
    await rename(1, 300);
    log.eventsRead = 0;
    const history = await store.readHistory(stream, rule);
    expect(log.eventsRead).toBeLessThanOrEqual(17);
    expect(history.revision).toBe(299n);
    expect(history.events[0]).toMatchObject({ type: "CounterRaised", data: { by: 5 }, revision: 0n });
    expect(names(history.events).at(-1)).toBe("name 299");
  });

  test("has one snapshot, however many were taken", async () => {
    await rename(0, 250);
    const { events, revision } = await store.read(snapshotStream(stream));
    expect(events).toHaveLength(1);
    expect(revision).toBeGreaterThan(1n);
  });

  test("tells a command whose events count no more by its key, and answers its events", async () => {
    await rename(0, 200);
    const history = await store.readHistory(stream, rule);
    expect(history.events.some(({ metadata }) => metadata.commandId === id(120))).toBe(false);
    expect([history.holds(id(120)), history.holds(id(4_711))]).toEqual([true, false]);
    expect(names(await history.eventsOf(id(120)))).toEqual(["name 120"]);
    expect(names(await history.eventsOf(id(199)))).toEqual(["name 199"]);
    expect(await history.eventsOf(id(4_711))).toEqual([]);
  });

  test("answers all events of a command of which only some still count", async () => {
    await rename(0, 10);
    const both = [named(7, "first"), raised(1), named(7, "second")];
    await store.append(stream, 9n, both, { ...testMetadata, commandId: id(10) });
    await rename(11, 120);
    const history = await store.readHistory(stream, rule);
    expect((await history.eventsOf(id(10))).map(({ type }) => type)).toEqual(both.map(({ type }) => type));
  });

  test("is read from its beginning under a changed rule, until that one has its own snapshot", async () => {
    await rename(0, 150);
    const changed: Compaction<CounterEvent> = { version: 2, keep: (events) => events.slice(0, 2) };
    expect(names((await store.readHistory(stream, changed)).events).slice(0, 2)).toEqual([
      "name 0",
      "name 1",
    ]);
    await snapshotStored();
    log.eventsRead = 0;
    expect(names((await store.readHistory(stream, changed)).events)).toEqual(["name 0", "name 1"]);
    expect(log.eventsRead).toBeLessThanOrEqual(17);
  });

  test("that no request could read in time is read further by each, until one can", async () => {
    await store.append(stream, "no_stream", Array<CounterEvent>(5_000).fill(named(7, "old")), testMetadata);
    log.readsLeft = 3;
    await expect(store.readHistory(stream, rule)).rejects.toThrow(UnavailableError);
    log.readsLeft = 3;
    await expect(store.readHistory(stream, rule)).rejects.toThrow(UnavailableError);
    log.readsLeft = 10;
    expect((await store.readHistory(stream, rule)).revision).toBe(4_999n);
  });

  test("is read whole where no snapshot could be stored", async () => {
    log.refusesSnapshots = true;
    await store.append(stream, "no_stream", Array<CounterEvent>(200).fill(raised(1)), testMetadata);
    expect((await store.readHistory(stream, rule)).events).toHaveLength(200);
    await store.close();
  });

  test("is read to its end where another process has appended since the snapshot", async () => {
    await rename(0, 150);
    const other = openStore();
    await other.append(stream, 149n, Array<CounterEvent>(100).fill(raised(1)), testMetadata);
    const history = await store.readHistory(stream, rule);
    expect(history.revision).toBe(249n);
    expect(history.events.filter(({ type }) => type === "CounterRaised")).toHaveLength(100);
  });

  test("shows nothing personal of somebody erased, also from its snapshot", async () => {
    await rename(0, 150);
    const stored = JSON.stringify((await store.read(snapshotStream(stream))).events.map(({ data }) => data));
    expect(stored).not.toContain("name 1");
    await store.erasePerson("consumer", 7);
    expect(new Set(names((await store.readHistory(stream, rule)).events))).toEqual(new Set([null]));
  });

  test("that was deleted begins again without what its snapshot held", async () => {
    await rename(0, 150);
    await store.deleteStream(stream, 149n);
    expect((await store.readHistory(stream, rule)).events).toEqual([]);
    const again = Array<CounterEvent>(70).fill(raised(1));
    await store.append(stream, "no_stream", again, testMetadata);
    expect((await store.readHistory(stream, rule)).events).toHaveLength(70);
  });
});
