import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { authenticityEvents } from "@ornament/contracts/events/authenticity";
import { streams } from "@ornament/contracts/events/streams";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { listOf } from "@ornament/testing/event-log/list-of";
import { silentLogger } from "../../logging/logger.ts";
import { serverKey } from "../../tokens/keyed-hash.ts";
import { createEventStore } from "../client/event-store-client.ts";
import { newestOfEach } from "../compaction/compaction.ts";
import { snapshotStream } from "../compaction/snapshot.ts";
import type { Compaction, EventStore, StoredEvent } from "../event-store.ts";
import type { LogClient, RawEvent } from "../log-client.ts";
import { RestorableLog } from "../testing/restorable-log.ts";
import { type CounterEvent, named, raised, testDefinitions, testMetadata } from "../testing/test-events.ts";

const stream = "counter-1";
const rule: Compaction<CounterEvent> = {
  version: 1,
  keep: (events) => newestOfEach(events, ({ type }) => type),
};

let now: number;
let log: InMemoryLog;
let store: EventStore;

const open = (acceptUnsignedUntil?: bigint, on: LogClient = log) =>
  createEventStore(on, {
    definitions: [...testDefinitions, ...Object.values(authenticityEvents)],
    masterKey: serverKey(Buffer.alloc(32, 7)),
    logger: silentLogger(),
    acceptUnsignedUntil,
  });

/** Appends as a program without the keys does. */
const forge = (
  type: string,
  data: object,
  to = stream,
  expected: "any" | "no_stream" = "any",
  on: LogClient = log,
) =>
  on.append(
    to,
    expected,
    [
      {
        id: randomUUID(),
        type,
        data: { ...data },
        metadata: { $correlationId: "x", actor: { kind: "admin", id: 1, role: "ADMIN" }, schemaVersion: 1 },
      },
    ],
    1_000,
  );

const sums = (events: readonly StoredEvent[]) => events.map(({ data }) => (data as { by?: number }).by);

const readAll = async (withForged: boolean) =>
  (await listOf(store.readAll({ withForged }))).filter((event) => event.stream === stream);

beforeEach(() => {
  now = Date.UTC(2026, 10, 1);
  log = new InMemoryLog(() => new Date(now));
  store = open();
});

describe("an event that another program appended", () => {
  beforeEach(async () => {
    await store.requireMacs();
    await store.append(stream, "no_stream", [raised(1)], testMetadata);
    await forge("CounterRaised", { by: 100 });
  });

  test("a forged event is left out of the reads of its stream, and the next append comes after it", async () => {
    const { events, revision } = await store.read(stream);
    expect([sums(events), revision]).toEqual([[1], 1n]);
    await store.append(stream, revision, [raised(2)], testMetadata);
    expect(sums((await store.readHistory(stream, rule)).events)).toEqual([1, 2]);
  });

  test("forged events don't hide the newest events of a stream from a read of a few events", async () => {
    for (let n = 0; n < 250; n += 1) await forge("CounterRaised", { by: 100 });
    const newest = await store.read(stream, { backwards: true, maxCount: 1 });
    expect([sums(newest.events), newest.revision]).toEqual([[1], 251n]);
    expect(sums((await store.read(stream, { maxCount: 1, fromRevision: 0n })).events)).toEqual([1]);
  });

  test("a forged event of an unknown type or a broken shape does not stop the commands on its stream", async () => {
    await forge("NewerType", {});
    await forge("CounterRaised", { by: "much" });
    expect(sums((await store.read(stream)).events)).toEqual([1]);
  });

  test("a subscription and a read of all events give only the place of a forged event, if they are asked for it", async () => {
    const place = { type: "CounterRaised", stream, revision: 1 };
    expect(sums(await readAll(false))).toEqual([1]);
    expect(await readAll(true)).toMatchObject([
      { type: "CounterRaised", data: { by: 1 } },
      { type: "ForgedEventFound", data: place, metadata: { actor: { kind: "system" } } },
    ]);
    const seen: StoredEvent[][] = [];
    for (const withForged of [false, true]) {
      const found: StoredEvent[] = [];
      const onBatch = async ({ events }: { events: StoredEvent[] }) => void found.push(...events);
      const subscription = store.subscribeToAll({ name: "test", from: "start", onBatch, withForged });
      await subscription.caughtUp();
      await subscription.stop();
      seen.push(found.filter((event) => event.stream === stream));
    }
    expect(seen.map((events) => events.map(({ data }) => data))).toEqual([[{ by: 1 }], [{ by: 1 }, place]]);
  });

  test("a genuine event that was copied to another place is forged", async () => {
    const copied: unknown[] = [];
    for (const event of (await log.readStream(stream, { maxCount: 1 })) as RawEvent[]) {
      const { type, data, metadata } = event;
      const copy = { id: event.id, type, data, metadata } as never;
      for (const to of [stream, "counter-2"])
        copied.push(await log.append(to, "any", [{ ...(copy as object), id: randomUUID() } as never]));
      await log.append("counter-3", "any", [copy]);
    }
    expect(sums((await store.read(stream)).events)).toEqual([1]);
    expect((await store.read("counter-2")).events).toEqual([]);
    expect((await store.read("counter-3")).events).toEqual([]);
  });

  test("a key that another program appended first for a person is not used", async () => {
    await forge(
      "PersonKeyCreated",
      { personId: "consumer7", keyId: "x", wrappedKey: "y" },
      "personKey-consumer7",
    );
    await store.append("counter-9", "no_stream", [named(7, "Ada")], testMetadata);
    expect((await store.read("counter-9")).events[0]?.data).toMatchObject({ name: null });
  });
});

test("a long stream is not read from a snapshot that another program wrote", async () => {
  await store.requireMacs();
  const many = Array.from({ length: 40 }, () => raised(1));
  await store.append(stream, "no_stream", many, testMetadata);
  await forge(
    "SnapshotTaken",
    { stream, rule: 1, revision: "39", events: [], commands: [] },
    snapshotStream(stream),
  );
  const whole: Compaction<CounterEvent> = { version: 1, keep: (events) => events };
  expect((await store.readHistory(stream, whole)).events).toHaveLength(40);
  await store.close();
});

describe("the place from which on events must have a MAC", () => {
  test("events of a former version are accepted until an hour after the first start, and later events without a MAC are forged", async () => {
    await forge("CounterRaised", { by: 1 });
    await store.requireMacs();
    // A process of the former build still writes during the upgrade.
    now += 3_599_000;
    await forge("CounterRaised", { by: 10 });
    now += 1_000;
    await forge("CounterRaised", { by: 2 });
    // A stream without any event with a MAC.
    await forge("CounterRaised", { by: 3 }, "counter-2");
    expect(sums((await store.read(stream)).events)).toEqual([1, 10]);
    expect((await store.read("counter-2")).events).toEqual([]);
  });

  test("each later start reads the place of the first start and appends nothing", async () => {
    await Promise.all([open().requireMacs(), open().requireMacs(), store.requireMacs()]);
    await forge("CounterRaised", { by: 2 });
    const later = open();
    await later.requireMacs();
    expect((await later.read(stream)).events).toEqual([]);
    expect((await store.read(streams.macs)).revision).toBe(0n);
  });

  test("a program that only looks for the place records none", async () => {
    await forge("CounterRaised", { by: 1 });
    await store.requireMacs({ record: false });
    await forge("CounterRaised", { by: 2 });
    expect(sums((await store.read(stream)).events)).toEqual([1, 2]);
    expect((await store.read(streams.macs)).revision).toBe("no_stream");
  });

  test.each<[string, () => Promise<unknown>]>([
    ["was deleted", () => store.deleteStream(streams.macs, "any")],
    ["was deleted for good", () => log.tombstoneStream(streams.macs)],
    ["has expired", async () => store.setStreamMetadata(streams.macs, { maxAge: -1 })],
  ])("a start is refused if the record of the place %s", async (_how, destroy) => {
    await store.requireMacs();
    await destroy();
    await expect(open().requireMacs()).rejects.toMatchObject({ name: "ConfigError" });
    await expect(open().requireMacs()).rejects.toMatchObject({ name: "ConfigError" });
  });

  test("a start is refused if another program has written the record of the place", async () => {
    await forge("MacsRequired", { afterSeconds: 0 }, streams.macs, "no_stream");
    await expect(store.requireMacs()).rejects.toThrow("macs-main was deleted or not written by this product");
  });

  test("unsigned events up to the accepted position count as the product's, and later ones do not", async () => {
    await store.requireMacs();
    const { position } = await forge("CounterRaised", { by: 1 });
    await forge("CounterRaised", { by: 2 });
    const accepting = open(position?.commit);
    await accepting.requireMacs();
    expect(sums((await accepting.read(stream)).events)).toEqual([1]);
  });

  test("after a restore from a backup without the place, the place is recorded again", async () => {
    const restorable = new RestorableLog();
    const running = open(undefined, restorable);
    const before = await running.append(stream, "no_stream", [raised(1)], testMetadata);
    await running.requireMacs();
    await running.append(stream, 0n, [raised(2)], testMetadata);
    const subscription = running.subscribeToAll({
      name: "test",
      from: "start",
      onBatch: async () => undefined,
    });
    await subscription.caughtUp();
    await restorable.restore(before.position);
    while ((await running.read(streams.macs)).revision === "no_stream") await new Promise(setImmediate);
    await forge("CounterRaised", { by: 100 }, stream, "any", restorable);
    expect(sums((await running.read(stream)).events)).toEqual([1]);
    await running.close();
  });
});
