import { randomUUID } from "node:crypto";
import {
  type AppendExpectedRevision,
  binaryEvent,
  jsonEvent,
  MaxAppendSizeExceededError,
} from "@eventstore/db-client";
import { expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { failure, numbered, numbersTo, storeForAllTests } from "../testing/test-store.ts";

const store = storeForAllTests();

const newStream = () => `append-${randomUUID()}`;
const append = (stream: string, count: number, expectedRevision: AppendExpectedRevision) =>
  store.client.appendToStream(stream, numbersTo(count), { expectedRevision });
const isMissing = async (stream: string) =>
  expect(await failure(listOf(store.client.readStream(stream)))).toMatchObject({ type: "stream-not-found" });

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
  expect(await listOf(store.client.readStream(stream))).toHaveLength(1);
});

test("an append stores JSON, bytes and metadata unchanged", async () => {
  const stream = newStream();
  const data = { text: "Ünïcode 🎄", deep: { list: [1, null, true] } };
  const metadata = { $correlationId: "c-1", actor: { id: 7 } };
  const bytes = Uint8Array.from({ length: 256 }, (_unused, index) => index);
  const json = jsonEvent({ id: randomUUID().toUpperCase(), type: "Jsön", data, metadata });
  const binary = binaryEvent({ type: "Bytes", data: bytes, metadata: bytes });
  await store.client.appendToStream(stream, [json, binary], { expectedRevision: "no_stream" });
  const [first, second] = await listOf(store.client.readStream(stream));
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
  const [read, ...more] = await listOf(store.client.readStream(stream));
  expect(read?.event?.data).toHaveProperty("byteLength", limit - 6);
  expect(more).toEqual([]);
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
