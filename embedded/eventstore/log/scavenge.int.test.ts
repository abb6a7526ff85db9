import { randomUUID } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { collect, numbersTo, openTestStore, type TestStore } from "../testing/test-store.ts";

let now: number;
let store: TestStore;
beforeEach(async () => {
  now = Date.now();
  store = await openTestStore("at a socket", () => now);
});
afterEach(() => store.close());

const hour = 3_600_000;

/** The names of the store's files, without its socket. */
const filesOnDisk = async () =>
  (await readdir(store.dataDir)).filter((name) => name.startsWith("events.sqlite"));

/** The number of times that the store's files contain the text, the write-ahead log included. */
async function timesOnDisk(text: string): Promise<number> {
  const files = await filesOnDisk();
  const contents = await Promise.all(files.map((file) => readFile(join(store.dataDir, file), "latin1")));
  return contents.join("").split(text).length - 1;
}

async function sizeOnDisk(): Promise<number> {
  const files = await filesOnDisk();
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(store.dataDir, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("a scavenge deletes the bytes of events past $maxAge from the disk, except each stream's newest event", async () => {
  const secret = `secret-${randomUUID()}`;
  for (const stream of ["aged-1", "aged-2"]) {
    await store.client.setStreamMetadata(stream, { maxAge: 3600 });
    await store.client.appendToStream(stream, numbersTo(50, secret), { expectedRevision: "no_stream" });
  }
  await store.server.scavenge();
  expect(await timesOnDisk(secret)).toBeGreaterThanOrEqual(100);
  now += hour + 1;
  await store.server.scavenge();
  expect(await timesOnDisk(secret)).toBe(2);
  expect(await collect(store.client.readStream("aged-1"))).toEqual([]);
  const left = (await collect(store.client.readAll())).map(({ event }) => event?.streamId);
  expect(left.sort()).toEqual(["$$aged-1", "$$aged-2", "aged-1", "aged-2"]);
});

test("a scavenge deletes the bytes of deleted streams while appends and reads continue", async () => {
  const secret = `secret-${randomUUID()}`;
  const streams = Array.from({ length: 120 }, (_, n) => `gone-${n}`);
  await Promise.all(
    streams.map(async (stream) => {
      await store.client.appendToStream(stream, numbersTo(2, secret));
      await store.client.tombstoneStream(stream);
    }),
  );
  const scavenging = store.server.scavenge();
  const appended = await Promise.all(
    Array.from({ length: 50 }, (_, n) => store.client.appendToStream(`kept-${n}`, numbersTo(1))),
  );
  await scavenging;
  expect(appended.every(({ success }) => success)).toBe(true);
  // Some copies may stay in unused parts of pages, until the next start rewrites the file.
  expect(await timesOnDisk(secret)).toBeLessThan(20);
  expect(await collect(store.client.readAll())).toHaveLength(120 + 50);
  await store.restart();
  await store.server.scavenge();
  expect(await timesOnDisk(secret)).toBe(0);
  expect(await collect(store.client.readAll())).toHaveLength(120 + 50);
});

test("a stream with $maxAge that is written repeatedly does not make the files grow", async () => {
  const day = async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      await store.client.appendToStream("attempts-1", numbersTo(200));
      now += hour;
      await store.server.scavenge();
    }
  };
  await store.client.setStreamMetadata("attempts-1", { maxAge: 3600 });
  await day();
  const first = await sizeOnDisk();
  await day();
  await day();
  expect(await sizeOnDisk()).toBeLessThan(first * 1.5);
});
