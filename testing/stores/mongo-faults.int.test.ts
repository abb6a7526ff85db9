import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Doc } from "@ornament/embedded/mongodb/bson/values";
import { refusal } from "@ornament/embedded/mongodb/testing/store";
import { type Collection, MongoClient, MongoError } from "mongodb";
import { type FaultyMongo, startFaultyMongo } from "./faulty-mongo.ts";
import type { StateChange } from "./mongo-faults.ts";

interface Thing {
  _id: number;
  n?: number;
}

let server: FaultyMongo;
let client: MongoClient;
let things: Collection<Thing>;
beforeEach(async () => {
  server = await startFaultyMongo();
  client = new MongoClient(server.url);
  things = client.db("faults").collection<Thing>("things");
  await things.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
});
afterEach(async () => {
  server.front.thaw();
  await client.close();
  await server.stop();
});

/** The error of a client with short timeouts. */
async function refusalWithShortTimeouts(): Promise<unknown> {
  const times = { serverSelectionTimeoutMS: 500, socketTimeoutMS: 300, connectTimeoutMS: 300 };
  const client = new MongoClient(server.url, times);
  try {
    return await refusal(client.db("faults").collection("things").countDocuments());
  } finally {
    await client.close();
  }
}

const states: [StateChange, number][] = [
  ["NotWritablePrimary", 10_107],
  ["PrimarySteppedDown", 189],
  ["InterruptedDueToReplStateChange", 11_602],
];

describe("a fault of the document store", () => {
  test.each(states)("refuseWrites refuses a number of writes with %s, and no read", async (name, code) => {
    server.faults.refuseWrites(name, { times: 2 });
    const first = await refusal(things.insertOne({ _id: 4 }));
    expect(first).toMatchObject({ code, codeName: name });
    expect(await things.countDocuments()).toBe(3);
    expect(await refusal(things.updateOne({ _id: 1 }, { $set: { n: 1 } }))).toMatchObject({ code });
    await things.insertOne({ _id: 4 });
    expect(await things.countDocuments()).toBe(4);
  });

  test("refuseWrites can do half of a batch before it refuses the rest", async () => {
    server.faults.refuseWrites("PrimarySteppedDown", { halfway: true });
    const four = [4, 5, 6, 7].map((_id) => ({ _id }));
    expect(await refusal(things.insertMany(four, { ordered: false }))).toMatchObject({ code: 189 });
    expect(await things.countDocuments()).toBe(5);
  });

  test("refuseWrites can be limited to some commands", async () => {
    const deletes = (command: Doc) => command.delete === "things";
    server.faults.refuseWrites("NotWritablePrimary", { where: deletes });
    await things.insertOne({ _id: 4 });
    expect(await refusal(things.deleteOne({ _id: 1 }))).toMatchObject({ code: 10_107 });
  });

  test("cutAfterWrites resets the connection after a write was done", async () => {
    server.faults.cutAfterWrites();
    expect(await refusal(things.insertOne({ _id: 4 }))).toMatchObject({ name: "MongoNetworkError" });
    expect(await things.countDocuments()).toBe(4);
  });

  test("killQueries kills a query at its start or at its next batch", async () => {
    const cursor = things.find({}, { batchSize: 1 }).sort({ _id: 1 });
    expect(await cursor.next()).toEqual({ _id: 1 });
    server.faults.killQueries({ times: 2 });
    expect(await refusal(cursor.next())).toMatchObject({ code: 175, codeName: "QueryPlanKilled" });
    expect(await refusal(things.findOne())).toMatchObject({ code: 175 });
    expect(await things.findOne()).toEqual({ _id: 1 });
  });

  test("longCounters makes counters 64-bit integers, also in write errors", async () => {
    server.faults.longCounters = true;
    const db = client.db("faults");
    const wide = { useBigInt64: true };
    const updates = [{ q: { _id: 1 }, u: { $set: { n: 1 } } }];
    const reply = await db.command({ update: "things", updates }, wide);
    expect(reply).toMatchObject({ n: 1n, nModified: 1n });
    const refused = await db.command({ insert: "things", documents: [{ _id: 1 }] }, wide);
    expect(refused.writeErrors).toMatchObject([{ index: 0n, code: 11_000n }]);
  });

  test("a frozen document store answers nothing, and answers all calls after the thaw", async () => {
    server.front.freeze();
    expect(await refusalWithShortTimeouts()).toBeInstanceOf(MongoError);
    server.front.thaw();
    expect(await things.countDocuments()).toBe(3);
  });

  test("a stopped document store starts again on its port with its documents", async () => {
    server.front.refuse();
    expect(await refusalWithShortTimeouts()).toBeInstanceOf(Error);
    await server.front.accept();
    await expect(eventually(() => things.countDocuments())).resolves.toBe(3);
  });
});

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      // It is not running yet.
    }
  }
}
