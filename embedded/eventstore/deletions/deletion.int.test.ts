import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { failure, numbered, numberOf, numbersTo, storeForAllTests } from "../testing/test-store.ts";

const store = storeForAllTests();

async function streamOf(count: number): Promise<string> {
  const stream = `gone-${randomUUID()}`;
  if (count > 0)
    await store.client.appendToStream(stream, numbersTo(count), { expectedRevision: "no_stream" });
  return stream;
}
const read = async (stream: string) => listOf(store.client.readStream(stream));

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
});

describe("a tombstoned stream", () => {});

describe("a deletion", () => {
  test("the error of a deletion names a stream whose name is not ASCII", async () => {
    const stream = `größe-${randomUUID()}`;
    const error = await failure(store.client.deleteStream(stream));
    expect(error).toMatchObject({ type: "wrong-expected-version", streamName: encodeURIComponent(stream) });
  });
});
