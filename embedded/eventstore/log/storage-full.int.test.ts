import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { connectLog } from "@ornament/platform/eventstore/grpc/grpc-log-client";
import { LogFull } from "@ornament/platform/eventstore/log-client";
import { listOf } from "@ornament/testing/event-log/list-of";
import { failure, numbered, openTestStore, type TestStore } from "../testing/test-store.ts";

let store: TestStore;
let client: EventStoreDBClient;
beforeEach(async () => {
  store = await openTestStore();
  ({ client } = store);
});
afterEach(() => store.close());

/** Larger than the free space in the file's pages. */
const large = (bytes = 20_000) => jsonEvent({ type: "Large", data: { text: "x".repeat(bytes) } });
const sizeOnDisk = async () => (await stat(join(store.dataDir, "events.sqlite"))).size;

test("on a full disk an append is refused immediately and completely", async () => {
  await client.appendToStream("before-1", numbered(1), { expectedRevision: "no_stream" });
  store.server.limitSpace(true);
  const list = [large(), large(), large()];
  const error = await failure(client.appendToStream("full-1", list, { expectedRevision: "no_stream" }));
  expect(error).toMatchObject({ message: expect.stringContaining("storage-full") });
  expect(await failure(listOf(client.readStream("full-1")))).toMatchObject({ type: "stream-not-found" });
  expect(await listOf(client.readAll())).toHaveLength(1);
});

test("on a full disk reads and subscriptions continue, and appends succeed again when there is space", async () => {
  const log = connectLog(store.server.connectionString);
  const event = (text: string) => ({
    id: "5a0c1a0e-3b0d-4a4e-9d0a-0c7f4c0b6a11",
    type: "Large",
    data: { text },
    metadata: {},
  });
  await client.appendToStream("before-1", [large(), numbered(1)], { expectedRevision: "no_stream" });
  const subscription = log.subscribe("start", undefined);
  store.server.limitSpace(true);
  const append = () => log.append("full-1", "no_stream", [event("x".repeat(30_000))], 5_000);
  await expect(append()).rejects.toBeInstanceOf(LogFull);
  expect(await listOf(client.readStream("before-1"))).toHaveLength(2);
  let seen = 0;
  while (seen < 2) seen += (await subscription.take(10))?.filter(({ kind }) => kind === "event").length ?? 9;
  store.server.limitSpace(false);
  expect((await append()).revision).toBe(0n);
  await subscription.stop();
  await log.close();
});

test("on a full disk metadata and deletions are refused, too, each completely", async () => {
  const log = connectLog(store.server.connectionString);
  await client.appendToStream("before-1", numbered(1), { expectedRevision: "no_stream" });
  store.server.limitSpace(true);
  // Fills the existing pages until they have no space even for a small event.
  const outcomes = { done: 0, refused: 0 };
  for (let n = 0; outcomes.refused === 0; n += 1)
    await log.setStreamMetadata(`stream-${n}`, { maxAge: 60 }).then(
      () => {
        outcomes.done += 1;
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(LogFull);
        outcomes.refused += 1;
      },
    );
  expect(await listOf(client.readAll())).toHaveLength(1 + outcomes.done);
  const deletions: [string, Promise<unknown>][] = [];
  for (let n = 0; n < 20; n += 1) deletions.push([`none-${n}`, log.tombstoneStream(`none-${n}`)]);
  const settled = await Promise.allSettled(deletions.map(([, deletion]) => deletion));
  for (const outcome of settled)
    if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(LogFull);
  const gone = settled.filter(({ status }) => status === "fulfilled").length;
  expect(await listOf(client.readAll())).toHaveLength(1 + outcomes.done + gone);
  await log.close();
});

test("a group of appends that is too large for the disk loses no acknowledged append", async () => {
  store.server.limitSpace(true);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) =>
      client.appendToStream(`many-${n}`, n % 10 === 0 ? large(100_000) : numbered(n), {
        expectedRevision: "no_stream",
      }),
    ),
  );
  const written = (await listOf(client.readAll())).map(({ event }) => event?.streamId);
  const acknowledged = outcomes.flatMap(({ status }, n) => (status === "fulfilled" ? [`many-${n}`] : []));
  expect([...written].sort()).toEqual([...acknowledged].sort());
  expect(acknowledged.length).toBeLessThan(100);
});

test("after a failed commit a repeated append is still recognised, and a refused one is stored when there is space", async () => {
  const first = numbered(1);
  await client.appendToStream("before-1", first);
  const refused = large(100_000);
  store.server.limitSpace(true);
  expect(await failure(client.appendToStream("full-1", refused))).toMatchObject({
    message: expect.stringContaining("storage-full"),
  });
  store.server.limitSpace(false);
  for (const [stream, event] of [
    ["before-1", first],
    ["full-1", refused],
    ["full-1", refused],
  ] as const)
    await client.appendToStream(stream, event);
  const stored = (await listOf(client.readAll())).map(({ event }) => event?.streamId);
  expect(stored).toEqual(["before-1", "full-1"]);
});

test("scavenged events free their space, and the file gets smaller", async () => {
  await client.setStreamMetadata("old-1", { maxCount: 1 });
  for (let n = 0; n < 40; n += 1) await client.appendToStream("old-1", large(100_000));
  await store.server.scavenge();
  const small = await sizeOnDisk();
  for (let n = 0; n < 40; n += 1) await client.appendToStream("old-1", large(100_000));
  await store.server.scavenge();
  expect(await sizeOnDisk()).toBeLessThanOrEqual(small * 1.2);
  expect(small).toBeLessThan(1_000_000);
  expect(await listOf(client.readAll())).toHaveLength(2);
});
