import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type MongoConnection, openMongo } from "@ornament/platform/mongodb/connection";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { isOutage } from "@ornament/platform/mongodb/outage";
import type { Document } from "mongodb";
import { type RunningMongo, startMongo } from "./mongodb/server.ts";

/** The platform's connection to a document store, through the official driver. */
let server: RunningMongo;
let mongo: MongoConnection | undefined;
let told: string[];
beforeEach(async () => {
  server = await startMongo();
  told = [];
});
afterEach(async () => {
  await mongo?.close();
  await server.stop();
});

const tell = (_fields: unknown, message: string) => told.push(message);
const open = (options = "", selectionMilliseconds?: number) => {
  const times = selectionMilliseconds === undefined ? {} : { selectionMilliseconds };
  mongo = openMongo(server.url + options, { appName: "test", logger: { warn: tell, info: tell }, ...times });
  return mongo;
};
const things = () => (mongo as MongoConnection).db("test").collection<{ _id: number; n?: bigint }>("things");

/** What an operation gives once it is done, and how many attempts failed before, each as an outage. */
async function inTheEnd<T>(work: () => Promise<T>): Promise<{ done: T; failed: number }> {
  for (let failed = 0; ; failed += 1) {
    try {
      return { done: await work(), failed };
    } catch (error) {
      if (!isOutage(error)) throw error;
      await pause(10);
    }
  }
}

describe("a document store that comes later than its reader", () => {
  test("by several attempts, is read in the end, by the same handles", async () => {
    await server.goAway();
    open("", 50);
    const collection = things();
    await expect(collection.findOne({})).rejects.toThrow();
    while (told.length === 0) await pause(10);
    expect(mongo?.connected).toBe(false);
    // Several attempts have failed and closed what they had begun.
    await pause(2_000);
    await server.comeBack();
    const { done } = await inTheEnd(() => collection.countDocuments());
    expect(done).toBe(0);
    while (!mongo?.connected) await pause(10);
    expect(told).toEqual(["Waiting for MongoDB, which does not answer", "MongoDB answers again"]);
  });

  test("by more than the time the driver waits for a server, is read in the end", async () => {
    await server.goAway();
    open();
    const began = performance.now();
    // The driver's own words for what it will never open again.
    await expect(things().findOne({})).rejects.toThrow("Topology is closed");
    expect(performance.now() - began).toBeGreaterThan(4_900);
    await pause(1_000);
    await server.comeBack();
    expect((await inTheEnd(() => things().findOne({}))).done).toBeNull();
  });
});

test("a document store that goes away and comes back is read by the same handles, each time", async () => {
  open("", 300);
  await things().insertOne({ _id: 1 });
  for (let time = 0; time < 2; time += 1) {
    await server.goAway();
    const failure = await things()
      .findOne({})
      .catch((error: unknown) => error);
    expect(isOutage(failure)).toBe(true);
    await pause(700);
    await server.comeBack();
    expect((await inTheEnd(() => things().findOne({}))).done).toEqual({ _id: 1 });
  }
  expect(told.filter((line) => line.startsWith("Waiting"))).toHaveLength(2);
});

test("a close while nobody answers is over at once", async () => {
  await server.goAway();
  open();
  await pause(100);
  const began = performance.now();
  await mongo?.close();
  expect(performance.now() - began).toBeLessThan(1_000);
});

test.each([
  "",
  "&w=1&journal=false&readPreference=secondaryPreferred&readConcernLevel=local&retryWrites=false",
])(
  "the server is asked for what most members hold on disk, whatever the address says: %s",
  async (options) => {
    const seen: Document[] = [];
    server.faults.watch = (command) => void seen.push(command as Document);
    open(options);
    const collection = things();
    await collection.insertOne({ _id: 1 });
    await collection.updateOne({ _id: 1 }, { $set: { n: 1n } });
    await collection.bulkWrite([
      { replaceOne: { filter: { _id: 2 }, replacement: { n: 2n }, upsert: true } },
    ]);
    await collection.createIndex({ n: 1 });
    await collection.find({}).toArray();
    await collection.countDocuments({});
    await collection.deleteMany({});
    await collection.drop();
    const commands = (...names: string[]) => seen.filter((command) => names.some((name) => name in command));
    const writes = commands("insert", "update", "delete", "createIndexes", "drop");
    expect(writes).toHaveLength(6);
    for (const { writeConcern } of writes)
      expect({ ...writeConcern }).toEqual({ w: "majority", j: true, wtimeout: 10_000 });
    const reads = commands("find", "aggregate");
    expect(reads).toHaveLength(2);
    for (const { readConcern, $readPreference } of reads) {
      expect({ ...readConcern }).toEqual({ level: "majority" });
      expect($readPreference?.mode ?? "primary").toMatch(/^primary(Preferred)?$/);
    }
  },
);

test("counters that come as 64-bit integers are numbers for writers; what is stored stays as it is", async () => {
  server.faults.longCounters = true;
  open();
  const writer = forWriting(things());
  await writer.insertOne({ _id: 1, n: 1n });
  const many = await writer.bulkWrite(
    [1, 2, 3].map((_id) => ({
      updateOne: { filter: { _id }, update: { $set: { n: 5n } }, upsert: _id === 3 },
    })),
    { ordered: false },
  );
  expect(many).toMatchObject({ matchedCount: 1, modifiedCount: 1, upsertedCount: 1 });
  expect(await writer.updateOne({ _id: 1 }, { $set: { n: 6n } })).toMatchObject({ matchedCount: 1 });
  expect(await writer.deleteMany({ _id: 3 })).toMatchObject({ deletedCount: 1 });
  expect(await things().findOne({ _id: 1 })).toEqual({ _id: 1, n: 6n });
  await expect(writer.insertOne({ _id: 1 })).rejects.toMatchObject({ code: 11_000 });
});
