import { randomUUID } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { numbersTo, openTestStore, type TestStore, temporaryFolder } from "../testing/test-store.ts";
import { openDatabase } from "./database.ts";
import { BINARY_CONTENT } from "./event.ts";
import { EventLog } from "./event-log.ts";
import { Scavenger } from "./scavenge.ts";
import { tombstone } from "./writes.ts";

let now: number;
let store: TestStore;
beforeEach(async () => {
  now = Date.now();
  store = await openTestStore("at a socket", () => now);
});
afterEach(() => store.close());

const hour = 3_600_000;

/** The names of the store's files, without its socket. */
const filesOnDisk = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => name.startsWith("events.sqlite"));

/** The number of times that the store's files contain the text, the write-ahead log included. */
async function timesOnDisk(text: string, dataDir = store.dataDir): Promise<number> {
  const files = await filesOnDisk(dataDir);
  const contents = await Promise.all(files.map((file) => readFile(join(dataDir, file), "latin1")));
  return contents.join("").split(text).length - 1;
}

async function sizeOnDisk(): Promise<number> {
  const files = await filesOnDisk(store.dataDir);
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
  expect(await listOf(store.client.readStream("aged-1"))).toEqual([]);
  const left = (await listOf(store.client.readAll())).map(({ event }) => event?.streamId);
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
  expect(await timesOnDisk(secret)).toBe(0);
  expect(await listOf(store.client.readAll())).toHaveLength(120 + 50);
});

test("every scavenge leaves no copy of a deleted event where other events were moved in the file", async () => {
  const dataDir = await temporaryFolder();
  const log = new EventLog(openDatabase(dataDir));
  const secret = `secret-${randomUUID()}`;
  const streams = ["gone-1", "gone-1", "gone-1", "gone-1", "gone-1", "gone-2", "kept-1"];
  try {
    log.commit(() => {
      for (let n = 0; n < 7_000; n += 1) {
        const name = streams[n % streams.length] ?? "";
        const data = Buffer.from(`${name}-${secret}-${"x".repeat((n * 37) % 700)}`);
        const form = { type: "Sized", contentType: BINARY_CONTENT, metadata: Buffer.from("{}") };
        log.append(log.stream(name), [{ id: randomUUID(), ...form, data }], now);
      }
    });
    const scavenger = new Scavenger(log, () => now);
    await scavenger.run();
    for (const stream of ["gone-1", "gone-2"]) {
      log.commit(() => tombstone(log, stream, "any", now));
      await scavenger.run();
      expect([stream, await timesOnDisk(`${stream}-${secret}`, dataDir)]).toEqual([stream, 0]);
    }
    expect(await timesOnDisk(`kept-1-${secret}`, dataDir)).toBe(1_000);
    expect(log.stream("kept-1").last).toBe(999);
  } finally {
    log.close();
    await rm(dataDir, { recursive: true });
  }
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
