import { randomUUID } from "node:crypto";
import {
  type AppendExpectedRevision,
  binaryEvent,
  jsonEvent,
  MaxAppendSizeExceededError,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import { describe, expect, test } from "@jest/globals";
import { collect, failure, numbered, numberOf, numbersTo, storeForAllTests } from "../testing/test-store.ts";

const store = storeForAllTests();

/** Credentials on a call make the client use the classic append and not the batch append. */
const calls = [
  ["batch append", {}],
  ["classic append", { credentials: { username: "a", password: "b" } }],
] as const;

describe.each(calls)("a %s", (_, call) => {
  const newStream = () => `append-${randomUUID()}`;
  const append = (stream: string, count: number, expectedRevision: AppendExpectedRevision) =>
    store.client.appendToStream(stream, numbersTo(count), { ...call, expectedRevision });

  test("an append returns its revision and position, which both grow", async () => {
    const stream = newStream();
    const first = await append(stream, 2, "no_stream");
    const second = await append(stream, 3, 1n);
    expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n });
    expect(second).toMatchObject({ success: true, nextExpectedRevision: 4n });
    expect(second.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n);
    expect(second.position?.prepare).toBe(second.position?.commit);
  });

  test.each<[string, number, AppendExpectedRevision, bigint]>([
    ["nothing, expecting anything", 0, "any", 0n],
    ["nothing, expecting none", 0, "no_stream", 0n],
    ["two events, expecting anything", 2, "any", 2n],
    ["two events, expecting the last revision", 2, 1n, 2n],
  ])("an append on %s succeeds", async (_name, stored, expected, revision) => {
    const stream = newStream();
    if (stored > 0) await append(stream, stored, "no_stream");
    expect((await append(stream, 1, expected)).nextExpectedRevision).toBe(revision);
  });

  test("an append that expects any existing stream is refused as unimplemented, and later appends succeed", async () => {
    const stream = newStream();
    await append(stream, 1, "no_stream");
    expect(await failure(append(stream, 1, "stream_exists"))).toMatchObject({ code: 12 });
    expect((await append(stream, 1, 0n)).nextExpectedRevision).toBe(1n);
  });

  test.each<[string, number, AppendExpectedRevision, bigint | "no_stream"]>([
    ["nothing, expecting a revision", 0, 3n, "no_stream"],
    ["two events, expecting none", 2, "no_stream", 1n],
    ["two events, expecting an older revision", 2, 0n, 1n],
    ["two events, expecting a newer revision", 2, 7n, 1n],
  ])("an append on %s is a conflict that names both revisions", async (_name, stored, expected, actual) => {
    const stream = newStream();
    if (stored > 0) await append(stream, stored, "no_stream");
    const error = await failure(append(stream, 1, expected));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: stream, expectedVersion: expected, actualVersion: actual });
  });

  test("a repeated append with the same ids gets the same answer and stores nothing", async () => {
    const stream = newStream();
    const events = numbersTo(3);
    for (const expectedRevision of ["no_stream", "any"] as const) {
      const first = await store.client.appendToStream(stream, events, { ...call, expectedRevision });
      const again = await store.client.appendToStream(stream, events, { ...call, expectedRevision });
      expect(again).toEqual(first);
    }
    await append(stream, 1, 2n);
    const late = await store.client.appendToStream(stream, events, {
      ...call,
      expectedRevision: "no_stream",
    });
    expect(late.nextExpectedRevision).toBe(2n);
    expect(await collect(store.client.readStream(stream))).toHaveLength(4);
  });

  test("the same event id in another stream is another event", async () => {
    const event = numbered(1);
    const [a, b] = [newStream(), newStream()];
    await store.client.appendToStream(a, event, { ...call, expectedRevision: "any" });
    await store.client.appendToStream(b, event, { ...call, expectedRevision: "any" });
    expect(await collect(store.client.readStream(b))).toHaveLength(1);
  });

  test("one of 50 simultaneous appends at the same revision succeeds", async () => {
    const stream = newStream();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => append(stream, 1, "no_stream")),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await collect(store.client.readStream(stream))).toHaveLength(1);
  });

  test("an append stores JSON, bytes and metadata unchanged", async () => {
    const stream = newStream();
    const data = { text: "Ünïcode 🎄", deep: { list: [1, null, true] } };
    const metadata = { $correlationId: "c-1", actor: { id: 7 } };
    const bytes = Uint8Array.from({ length: 256 }, (_unused, index) => index);
    const json = jsonEvent({ type: "Jsön", data, metadata });
    const binary = binaryEvent({ type: "Bytes", data: bytes, metadata: bytes });
    await store.client.appendToStream(stream, [json, binary], { ...call, expectedRevision: "no_stream" });
    const [first, second] = await collect(store.client.readStream(stream));
    expect(first?.event).toMatchObject({
      id: json.id,
      type: "Jsön",
      isJson: true,
      data,
      metadata,
      revision: 0n,
    });
    expect(Date.now() - (first?.event?.created.getTime() ?? 0)).toBeLessThan(60_000);
    expect(second?.event).toMatchObject({ id: binary.id, type: "Bytes", isJson: false });
    expect(Buffer.from(second?.event?.data as Uint8Array).equals(bytes)).toBe(true);
    expect(Buffer.from(second?.event?.metadata as Uint8Array).equals(bytes)).toBe(true);
  });

  test("an append just below the size limit succeeds, and one above it is refused", async () => {
    const stream = newStream();
    const sized = (bytes: number) => binaryEvent({ type: "Big", data: new Uint8Array(bytes).fill(7) });
    const limit = 1024 * 1024;
    const write = (...events: ReturnType<typeof sized>[]) =>
      store.client.appendToStream(stream, events, { ...call, expectedRevision: "any" });
    await write(sized(limit - 6));
    for (const events of [[sized(limit)], [sized(600_000), sized(600_000)], [sized(9_000_000)]]) {
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

  test("an append without events changes nothing", async () => {
    const stream = newStream();
    await append(stream, 2, "no_stream");
    expect(await append(stream, 0, 1n)).toMatchObject({ success: true, nextExpectedRevision: 1n });
    expect(await collect(store.client.readStream(stream))).toHaveLength(2);
  });

  test("an append of an event whose id is all zeros is refused completely", async () => {
    const stream = newStream();
    const empty = jsonEvent({ id: "00000000-0000-0000-0000-000000000000", type: "Counted", data: { n: 2 } });
    const events = [numbered(1), empty];
    const refused = store.client.appendToStream(stream, events, { ...call, expectedRevision: "any" });
    expect(await failure(refused)).toHaveProperty(
      "message",
      expect.stringContaining("Empty eventId provided."),
    );
    expect(await failure(collect(store.client.readStream(stream)))).toMatchObject({
      type: "stream-not-found",
    });
  });

  test("an append to $all is denied", async () => {
    expect(await failure(append("$all", 1, "any"))).toMatchObject({ type: "access-denied" });
  });
});

test("a batch append whose events arrive in many parts is answered once", async () => {
  const stream = `parts-${randomUUID()}`;
  const result = await store.client.appendToStream(stream, numbersTo(200), {
    expectedRevision: "no_stream",
    batchAppendSize: 500,
  });
  expect(result.nextExpectedRevision).toBe(199n);
});

test("a batch append past its deadline is answered with a time-out and not stored", async () => {
  const stream = `late-${randomUUID()}`;
  const error = await failure(
    store.client.appendToStream(stream, numbered(1), { expectedRevision: "any", deadline: -1000 }),
  );
  expect(error).toMatchObject({ type: "deadline-exceeded" });
  expect(await failure(collect(store.client.readStream(stream)))).toMatchObject({ type: "stream-not-found" });
});
