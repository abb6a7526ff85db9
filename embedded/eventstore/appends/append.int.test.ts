import { randomUUID } from "node:crypto";
import {
  type AppendExpectedRevision,
  binaryEvent,
  jsonEvent,
  MaxAppendSizeExceededError,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import { expect, test } from "@jest/globals";
import { collect, failure, numbered, numberOf, numbersTo, storeForAllTests } from "../testing/test-store.ts";

const store = storeForAllTests();

const newStream = () => `append-${randomUUID()}`;
const append = (stream: string, count: number, expectedRevision: AppendExpectedRevision) =>
  store.client.appendToStream(stream, numbersTo(count), { expectedRevision });
const isMissing = async (stream: string) =>
  expect(await failure(collect(store.client.readStream(stream)))).toMatchObject({ type: "stream-not-found" });

test("an append returns its revision and position, which both grow", async () => {
  const stream = newStream();
  const first = await append(stream, 2, "no_stream");
  const second = await append(stream, 3, 1n);
  expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n });
  expect(second).toMatchObject({ success: true, nextExpectedRevision: 4n });
  expect(second.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n);
  expect(second.position?.prepare).toBe(second.position?.commit);
  expect(await append(stream, 0, 4n)).toMatchObject({ success: true, nextExpectedRevision: 4n });
  expect(await collect(store.client.readStream(stream))).toHaveLength(5);
});

test.each<[string, number, AppendExpectedRevision, bigint | "no_stream"]>([
  ["nothing, expecting a revision", 0, 3n, "no_stream"],
  ["two events, expecting none", 2, "no_stream", 1n],
  ["two events, expecting a newer revision", 2, 7n, 1n],
])("an append on %s is a conflict that names both revisions", async (_name, stored, expected, actual) => {
  const stream = newStream();
  if (stored > 0) await append(stream, stored, "no_stream");
  const error = await failure(append(stream, 1, expected));
  expect(error).toBeInstanceOf(WrongExpectedVersionError);
  expect(error).toMatchObject({ streamName: stream, expectedVersion: expected, actualVersion: actual });
});

test("an append that expects any existing stream is refused, and later appends succeed", async () => {
  const stream = newStream();
  await append(stream, 1, "no_stream");
  expect(await failure(append(stream, 1, "stream_exists"))).toHaveProperty(
    "message",
    expect.stringContaining("not supported"),
  );
  expect((await append(stream, 1, 0n)).nextExpectedRevision).toBe(1n);
});

test("a call of the older kind of append is refused as not implemented", async () => {
  const credentials = { username: "a", password: "b" };
  const call = store.client.appendToStream(newStream(), numbered(1), { credentials });
  expect(await failure(call)).toMatchObject({ code: 12 });
});

test("one of 50 simultaneous appends at the same revision succeeds", async () => {
  const stream = newStream();
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => append(stream, 1, "no_stream")));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await collect(store.client.readStream(stream))).toHaveLength(1);
});

test("an append stores JSON, bytes and metadata unchanged", async () => {
  const stream = newStream();
  const data = { text: "Ünïcode 🎄", deep: { list: [1, null, true] } };
  const metadata = { $correlationId: "c-1", actor: { id: 7 } };
  const bytes = Uint8Array.from({ length: 256 }, (_unused, index) => index);
  const json = jsonEvent({ id: randomUUID().toUpperCase(), type: "Jsön", data, metadata });
  const binary = binaryEvent({ type: "Bytes", data: bytes, metadata: bytes });
  await store.client.appendToStream(stream, [json, binary], { expectedRevision: "no_stream" });
  const [first, second] = await collect(store.client.readStream(stream));
  const { id } = json;
  expect(first?.event).toMatchObject({ type: "Jsön", isJson: true, data, metadata, revision: 0n });
  expect(first?.event?.id).toBe(id.toLowerCase());
  expect(Date.now() - (first?.event?.created.getTime() ?? 0)).toBeLessThan(60_000);
  expect(second?.event).toMatchObject({ id: binary.id, type: "Bytes", isJson: false });
  expect(Buffer.from(second?.event?.data as Uint8Array).equals(bytes)).toBe(true);
  expect(Buffer.from(second?.event?.metadata as Uint8Array).equals(bytes)).toBe(true);
});

test("an append just below the size limit succeeds, and one above it is refused, also in several messages", async () => {
  const stream = newStream();
  const sized = (bytes: number) => binaryEvent({ type: "Big", data: new Uint8Array(bytes).fill(7) });
  const limit = 1024 * 1024;
  const write = (...events: ReturnType<typeof sized>[]) =>
    store.client.appendToStream(stream, events, { expectedRevision: "any" });
  await write(sized(limit - 6));
  const large = [[sized(limit)], [sized(600_000), sized(600_000)], [sized(10), sized(9_000_000), sized(10)]];
  for (const events of large) {
    const error = await failure(write(...events));
    expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(error).toMatchObject({ maxAppendSize: limit });
  }
  const [read, ...more] = await collect(store.client.readStream(stream));
  expect(read?.event?.data).toHaveProperty("byteLength", limit - 6);
  expect(more).toEqual([]);
});

test("an append of many events is stored completely", async () => {
  const stream = newStream();
  expect((await append(stream, 2500, "no_stream")).nextExpectedRevision).toBe(2499n);
  const read = await collect(store.client.readStream(stream));
  expect(read.map(numberOf)).toEqual(Array.from({ length: 2500 }, (_unused, n) => n));
});

test("an append to $all is denied", async () => {
  expect(await failure(append("$all", 1, "any"))).toMatchObject({ type: "access-denied" });
});

test("an append past its deadline is answered with a time-out and not stored, even if it is too large", async () => {
  const stream = newStream();
  for (const text of ["a", "a".repeat(2 * 1024 * 1024)]) {
    const event = jsonEvent({ type: "Counted", data: { text } });
    const late = store.client.appendToStream(stream, event, { expectedRevision: "any", deadline: -1000 });
    expect(await failure(late)).toMatchObject({ type: "deadline-exceeded" });
  }
  await isMissing(stream);
});
