import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type MongoConnection, openMongo } from "@ornament/platform/mongodb/connection";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { type FaultyMongo, startFaultyMongo } from "@ornament/testing/stores/faulty-mongo";
import type { Document } from "mongodb";

/** The platform's connection to a document store, with the official driver. */
let server: FaultyMongo;
let mongo: MongoConnection | undefined;
let logged: string[];
beforeEach(async () => {
  server = await startFaultyMongo();
  logged = [];
});
afterEach(async () => {
  await mongo?.close();
  await server.stop();
});

const log = (_fields: unknown, message: string) => logged.push(message);
const open = (options = "", selectionMilliseconds?: number) => {
  const times = selectionMilliseconds === undefined ? {} : { selectionMilliseconds };
  mongo = openMongo(server.url + options, { appName: "test", logger: { warn: log, info: log }, ...times });
  return mongo;
};
const things = () => (mongo as MongoConnection).db("test").collection<{ _id: number; n?: bigint }>("things");

/** The result of an operation, and the number of earlier attempts that failed as an outage. */
async function untilDone<T>(work: () => Promise<T>): Promise<{ done: T; failed: number }> {
  for (let failed = 0; ; failed += 1) {
    try {
      return { done: await work(), failed };
    } catch (error) {
      if (!isOutage(error)) throw error;
      await pause(10);
    }
  }
}

describe("a document store that starts later than its reader", () => {
  test("a document store that starts after several attempts to connect is read with the same handles", async () => {
    server.front.refuse();
    open("", 50);
    const collection = things();
    await expect(collection.findOne({})).rejects.toThrow();
    while (logged.length === 0) await pause(10);
    expect(mongo?.connected).toBe(false);
    // Several attempts fail and close the connections that they opened.
    await pause(2_000);
    await server.front.accept();
    const { done } = await untilDone(() => collection.countDocuments());
    expect(done).toBe(0);
    while (!mongo?.connected) await pause(10);
    expect(logged).toEqual(["Waiting for MongoDB, which does not answer", "MongoDB answers again"]);
  });

  test("a document store that starts after the driver has given up is read", async () => {
    server.front.refuse();
    open();
    const began = performance.now();
    // The driver's message for a client that it never opens again.
    await expect(things().findOne({})).rejects.toThrow("Topology is closed");
    expect(performance.now() - began).toBeGreaterThan(4_900);
    await pause(1_000);
    await server.front.accept();
    expect((await untilDone(() => things().findOne({}))).done).toBeNull();
  });
});

test("a document store that stops twice and starts again is read with the same handles", async () => {
  open("", 300);
  await things().insertOne({ _id: 1 });
  const waits = () => logged.filter((line) => line.startsWith("Waiting")).length;
  for (let time = 1; time <= 2; time += 1) {
    server.front.refuse();
    // A write to a connection that was just reset fails with an error of the operating system, and the next
    // one with the driver's error.
    while (waits() < time) {
      const failure = await things()
        .findOne({})
        .catch((error: unknown) => error);
      expect(isOutage(failure)).toBe(true);
    }
    await server.front.accept();
    expect((await untilDone(() => things().findOne({}))).done).toEqual({ _id: 1 });
  }
  expect(waits()).toBe(2);
});

test("a close while no server answers doesn't wait for one", async () => {
  server.front.refuse();
  // A wait for a server would outlast the test.
  open("", 3_600_000);
  await pause(100);
  await mongo?.close();
  expect(mongo?.connected).toBe(false);
});

test.each([
  "",
  "&w=1&journal=false&readPreference=secondaryPreferred&readConcernLevel=local&retryWrites=false",
])("majority reads and writes are requested with every URL: %s", async (options) => {
  const seen: Document[] = [];
  server.faults.watch = (command) => void seen.push(command as Document);
  open(options);
  const collection = things();
  await collection.insertOne({ _id: 1 });
  await collection.updateOne({ _id: 1 }, { $set: { n: 1n } });
  await collection.bulkWrite([{ replaceOne: { filter: { _id: 2 }, replacement: { n: 2n }, upsert: true } }]);
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
});

test("64-bit counters in answers are numbers for writers, and stored 64-bit values stay bigints", async () => {
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
