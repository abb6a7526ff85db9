import { randomUUID } from "node:crypto";
import { type ExpectedRevision, StreamDeletedError } from "@eventstore/db-client";
import { describe, expect, test } from "@jest/globals";
import { collect, failure, numbered, numberOf, numbersTo, storeForAllTests } from "../testing/test-store.ts";

const store = storeForAllTests();

async function streamOf(count: number): Promise<string> {
  const stream = `gone-${randomUUID()}`;
  if (count > 0)
    await store.client.appendToStream(stream, numbersTo(count), { expectedRevision: "no_stream" });
  return stream;
}
const read = async (stream: string) => collect(store.client.readStream(stream));

describe("a soft-deleted stream", () => {
  test("a soft-deleted stream continues with the next revision, and its metadata hide the events before it", async () => {
    const stream = await streamOf(3);
    await store.client.deleteStream(stream);
    await store.client.appendToStream(stream, numbered(9), { expectedRevision: "no_stream" });
    expect((await read(stream)).map(numberOf)).toEqual([9]);
    const { metadata } = await store.client.getStreamMetadata(stream);
    expect(metadata).toEqual({ truncateBefore: 3 });
  });

  test("a soft-deleted stream is empty again when its metadata is written", async () => {
    const stream = await streamOf(3);
    await store.client.deleteStream(stream);
    await store.client.setStreamMetadata(stream, { maxAge: 60 });
    expect(await read(stream)).toEqual([]);
    const { metadata } = await store.client.getStreamMetadata(stream);
    expect(metadata).toEqual({ maxAge: 60, truncateBefore: 3 });
  });

  test("the events of a soft-deleted stream stay in $all, followed by the deletion", async () => {
    const stream = await streamOf(1);
    await store.client.deleteStream(stream);
    const last = await collect(
      store.client.readAll({ direction: "backwards", fromPosition: "end", maxCount: 2 }),
    );
    expect(last.map(({ event }) => [event?.streamId, event?.type])).toEqual([
      [`$$${stream}`, "$metadata"],
      [stream, "Counted"],
    ]);
  });
});

describe("a tombstoned stream", () => {
  test.each<[string, number, ExpectedRevision]>([
    ["expecting its revision", 2, 1n],
    ["expecting anything", 2, "any"],
    ["that never was", 0, "no_stream"],
  ])("a tombstone of %s is final", async (_, count, expectedRevision) => {
    const stream = await streamOf(count);
    const { position } = await store.client.tombstoneStream(stream, { expectedRevision });
    expect(position?.commit).toBeGreaterThan(0n);
    const refused = [
      read(stream),
      store.client.appendToStream(stream, numbered(1), { expectedRevision: "any" }),
      store.client.setStreamMetadata(stream, { maxCount: 1 }),
      store.client.deleteStream(stream),
      store.client.tombstoneStream(stream),
    ];
    for (const error of await Promise.all(refused.map(failure)))
      expect(error).toBeInstanceOf(StreamDeletedError);
  });

  test("a tombstoned stream ends with its tombstone in $all", async () => {
    const stream = await streamOf(1);
    const { position } = await store.client.tombstoneStream(stream);
    const [last] = await collect(
      store.client.readAll({ direction: "backwards", fromPosition: "end", maxCount: 1 }),
    );
    expect(last?.event).toMatchObject({ streamId: stream, type: "$streamDeleted", position });
    expect(last?.event?.revision).toBe(2n ** 63n - 1n);
  });
});

describe("a deletion", () => {
  test("the error of a deletion names a stream whose name is not ASCII", async () => {
    const stream = `größe-${randomUUID()}`;
    const error = await failure(store.client.deleteStream(stream));
    expect(error).toMatchObject({ type: "wrong-expected-version", streamName: encodeURIComponent(stream) });
  });
});
