import { randomUUID } from "node:crypto";
import type { StreamMetadata } from "@eventstore/db-client";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  collect,
  numbered,
  numberOf,
  numbersTo,
  openTestStore,
  type TestStore,
} from "../testing/test-store.ts";

let now = Date.now();
let store: TestStore;
beforeAll(async () => {
  store = await openTestStore("at a socket", () => now);
});
afterAll(() => store.close());

async function limited(metadata: StreamMetadata, count: number): Promise<string> {
  const stream = `limited-${randomUUID()}`;
  await store.client.setStreamMetadata(stream, metadata, { expectedRevision: "no_stream" });
  if (count > 0)
    await store.client.appendToStream(stream, numbersTo(count), { expectedRevision: "no_stream" });
  return stream;
}
const read = async (stream: string) => (await collect(store.client.readStream(stream))).map(numberOf);
const readBack = async (stream: string) =>
  (await collect(store.client.readStream(stream, { direction: "backwards", fromRevision: "end" }))).map(
    numberOf,
  );

test("metadata are read as they were written", async () => {
  const metadata = { maxAge: 60, maxCount: 5, truncateBefore: 1, own: "value" };
  const stream = await limited(metadata, 0);
  expect((await store.client.getStreamMetadata(stream)).metadata).toEqual(metadata);
  expect(await store.client.getStreamMetadata("nobody-1")).toEqual({ streamName: "nobody-1" });
});

test("only the newest metadata of a stream are read", async () => {
  const stream = await limited({ maxCount: 5 }, 0);
  await store.client.setStreamMetadata(stream, { maxCount: 6 }, { expectedRevision: 0n });
  expect(await collect(store.client.readStream(`$$${stream}`))).toHaveLength(1);
  expect((await store.client.getStreamMetadata(stream)).metadata).toEqual({ maxCount: 6 });
});

test("$maxCount shows the newest events only", async () => {
  const stream = await limited({ maxCount: 3 }, 10);
  expect(await read(stream)).toEqual([7, 8, 9]);
  expect(await readBack(stream)).toEqual([9, 8, 7]);
  await store.client.appendToStream(stream, numbered(10), { expectedRevision: 9n });
  expect(await read(stream)).toEqual([8, 9, 10]);
  await store.client.setStreamMetadata(stream, {});
  expect(await read(stream)).toHaveLength(11);
});

test("$tb hides the events before it", async () => {
  const stream = await limited({ truncateBefore: 4 }, 6);
  expect(await read(stream)).toEqual([4, 5]);
  expect(await readBack(stream)).toEqual([5, 4]);
});

test("$maxAge hides older events, exact to the second, and revisions continue", async () => {
  const stream = await limited({ maxAge: 3600 }, 2);
  now += 1_800_000;
  await store.client.appendToStream(stream, numbered(2), { expectedRevision: 1n });
  expect(await read(stream)).toEqual([0, 1, 2]);
  now += 1_800_000;
  expect(await read(stream)).toEqual([0, 1, 2]);
  now += 1;
  expect(await read(stream)).toEqual([2]);
  expect(await readBack(stream)).toEqual([2]);
  now += 3_600_000;
  expect(await read(stream)).toEqual([]);
  const { nextExpectedRevision } = await store.client.appendToStream(stream, numbered(3), {
    expectedRevision: 2n,
  });
  expect(nextExpectedRevision).toBe(3n);
  expect(await read(stream)).toEqual([3]);
});

test("$all still gives events that $maxCount hides, and the metadata as events", async () => {
  const stream = await limited({ maxCount: 1 }, 3);
  const all = await collect(
    store.client.readAll({ direction: "backwards", fromPosition: "end", maxCount: 4 }),
  );
  expect(all.map(({ event }) => [event?.streamId, event?.type, event?.isJson])).toEqual([
    [stream, "Counted", true],
    [stream, "Counted", true],
    [stream, "Counted", true],
    [`$$${stream}`, "$metadata", true],
  ]);
});
