import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { freshCode } from "../../testing/wrong-pins.ts";
import { entryAllowance } from "./allowance.ts";
import { FailureRecord } from "./failure-record.ts";

const hour = 3_600_000;
const who = { consumerId: 1, source: "home" };
let now: Date;
let store: ReturnType<typeof createInMemoryEventStore>;

beforeEach(() => {
  now = new Date("2026-12-01T12:00:00Z");
  store = createInMemoryEventStore({ definitions: Object.values(eventCatalogue), now: () => now });
});
afterEach(() => store.close());

const context = (commandId: string) => ({
  commandId,
  bodyHash: "body",
  correlationId: "correlation",
  actor: { kind: "consumer", id: 1 } as const,
  now,
});
const first = "00000000-0000-4000-8000-000000000001";
const second = "00000000-0000-4000-8000-000000000002";
const failure = (index: number) => ({ at: now.getTime(), halfPoints: 2, forms: freshCode(index) });
const after = async (record: FailureRecord) => {
  await record.refresh(now);
  return record.before(who, context("00000000-0000-4000-8000-999999999999"));
};
/** The events of the stream as they are stored. */
const stored = async () => (await store.read(streams.pinEntryGuard)).events;

test("wrong PINs that an earlier version recorded, without cost and forms, cost a point each", async () => {
  const data = { consumerId: 1, source: "home" };
  const metadata = { $correlationId: "c", actor: { kind: "consumer", id: 1 }, schemaVersion: 1 };
  const old = [1, 2, 3].map((n) => ({
    id: `${first.slice(0, -1)}${n}`,
    type: "PinEntryFailed",
    data,
    metadata,
  }));
  await store.log.append(streams.pinEntryGuard, "no_stream", old);
  const past = await after(new FailureRecord(store));
  expect(past.account.map(({ halfPoints, forms }) => [halfPoints, forms])).toEqual([
    [2, undefined],
    [2, undefined],
    [2, undefined],
  ]);
  expect(past.source.size).toBe(3);
  expect(entryAllowance({ ...past, more: 0, inFlight: 0 }, now.getTime()).codes).toBe(7);
});

test("a stream whose events were kept for an hour keeps them for a day from the next wrong PIN on", async () => {
  await store.setStreamMetadata(streams.pinEntryGuard, { maxAge: 3600 });
  await new FailureRecord(store).add([failure(1)], who, context(first));
  now = new Date(now.getTime() + 23 * hour);
  expect(await stored()).toHaveLength(1);
  expect((await after(new FailureRecord(store))).account).toHaveLength(1);
  now = new Date(now.getTime() + hour + 1000);
  expect(await stored()).toEqual([]);
});

test("a record drops failures that are older than its window", async () => {
  const record = new FailureRecord(store);
  await record.add([failure(1), failure(2)], who, context(first));
  expect(await after(record)).toMatchObject({ source: { size: 2 }, everybody: { size: 2 } });
  now = new Date(now.getTime() + hour);
  await record.add([failure(3)], who, context(second));
  const later = await after(record);
  expect(later).toMatchObject({ source: { size: 1 }, everybody: { size: 1 } });
  expect(later.account).toHaveLength(3);
  now = new Date(now.getTime() + 23 * hour);
  expect((await after(record)).account).toHaveLength(1);
});

test("a wrong PIN that was recorded twice by a repeated append is counted once", async () => {
  await new FailureRecord(store).add([failure(1), failure(2)], who, context(first));
  const events = await stored();
  const again = events.map(({ id, type, data, metadata }) => ({
    id,
    type,
    data: data as Record<string, unknown>,
    metadata: { ...metadata },
  }));
  await store.log.append(streams.pinEntryGuard, events.at(-1)?.revision ?? 0n, again);
  expect(await stored()).toHaveLength(4);
  expect((await after(new FailureRecord(store))).account).toHaveLength(2);
});

test("wrong PINs that need several reads are all counted, also after a read that was cut off", async () => {
  const record = new FailureRecord(store);
  for (let consumerId = 1; consumerId <= 11; consumerId += 1) {
    const many = Array.from({ length: 1_000 }, () => failure(1));
    await record.add(many, { consumerId, source: "home" }, context(first));
  }
  const reads: (bigint | undefined)[] = [];
  const cutOff: Pick<EventStore, "read"> = {
    read: (stream, options) => {
      reads.push(options?.fromRevision);
      return reads.length === 2 ? Promise.reject(new Error("cut off")) : store.read(stream, options);
    },
  };
  const reader = new FailureRecord(Object.assign(Object.create(store), cutOff));
  await expect(after(reader)).rejects.toThrow("cut off");
  expect((await after(reader)).everybody.size).toBe(11_000);
  expect(reads).toEqual([undefined, 4999n, 4999n, 9998n]);
});
