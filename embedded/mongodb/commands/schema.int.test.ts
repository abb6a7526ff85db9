import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openStore, refusal, type TestStore } from "../testing/store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

describe("indexes", () => {
  test("an index is created once", async () => {
    const things = store.collection();
    const indexes = [{ key: { a: 1 } as const }, { key: { b: -1, a: 1 } as const, name: "pair" }];
    expect(await things.createIndexes(indexes)).toEqual(["a_1", "pair"]);
    const db = store.client.db(things.dbName);
    const again = { createIndexes: "things", indexes: [{ key: { a: 1 }, name: "a_1" }] };
    expect(await db.command(again)).toMatchObject({
      numIndexesBefore: 3,
      numIndexesAfter: 3,
      createdCollectionAutomatically: false,
    });
  });

  test("a document with an array in an indexed field is refused", async () => {
    const things = store.collection();
    await things.createIndex({ a: 1 });
    expect(await refusal(things.insertOne({ _id: 1, a: [1] }))).toMatchObject({ code: 238 });
    await things.insertOne({ _id: 1, a: 1 });
    expect(await refusal(things.updateOne({ _id: 1 }, { $set: { a: [1] } }))).toMatchObject({ code: 238 });
    expect(await things.find().toArray()).toEqual([{ _id: 1, a: 1 }]);
  });

  const refused: [object, object][] = [
    [{ key: { a: 1 }, name: "t", expireAfterSeconds: 5 }, { code: 238 }],
    [{ key: { a: 1 }, name: "u", unique: true }, { code: 238 }],
    [{ key: { a: "text" }, name: "t" }, { code: 15975 }],
    [{ key: { "$**": 1 }, name: "t" }, { code: 238 }],
    [{ key: { "a.b": 1 }, name: "t" }, { code: 238 }],
    [
      { key: {}, name: "t" },
      { code: 67, codeName: "CannotCreateIndex" },
    ],
    [{ key: { a: 1 } }, { code: 40414 }],
    [
      { key: { a: 1 }, name: "other" },
      { code: 85, codeName: "IndexOptionsConflict" },
    ],
    [
      { key: { b: 1 }, name: "a_1" },
      { code: 86, codeName: "IndexKeySpecsConflict" },
    ],
  ];

  test.each(refused)("the index %j is refused", async (index, error) => {
    const things = store.collection();
    await things.createIndex({ a: 1 });
    const command = { createIndexes: "things", indexes: [index] };
    expect(await refusal(store.client.db(things.dbName).command(command))).toMatchObject(error);
  });
});

describe("collections and databases", () => {
  test("collections are created, listed and dropped, alone or with their database", async () => {
    const db = store.client.db("first");
    await db.createCollection("a");
    await db.collection("b").insertOne({ x: 1 });
    expect(await db.listCollections({}, { nameOnly: true }).toArray()).toEqual([
      { name: "a", type: "collection" },
      { name: "b", type: "collection" },
    ]);
    const named = db.listCollections({ name: { $in: ["b", "c"] } }, { nameOnly: true });
    expect(await named.toArray()).toEqual([{ name: "b", type: "collection" }]);
    expect(await refusal(db.listCollections({ type: "view" }).toArray())).toMatchObject({ code: 238 });
    expect(await db.listCollections({ name: "b" }).toArray()).toMatchObject([
      { name: "b", type: "collection", options: {}, info: { readOnly: false }, idIndex: { name: "_id_" } },
    ]);
    expect(await refusal(db.createCollection("a"))).toMatchObject({ code: 48, codeName: "NamespaceExists" });
    expect(await db.collection("b").drop()).toBe(true);
    await db.collection("b").drop();
    expect(await db.listCollections().toArray()).toHaveLength(1);
    await db.dropDatabase();
    expect(await db.listCollections().toArray()).toEqual([]);
  });

  test("a collection with options is refused", async () => {
    const db = store.client.db("refused");
    for (const options of [{ capped: true, size: 100 }, { validator: { a: 1 } }])
      expect(await refusal(db.createCollection("a", options))).toMatchObject({
        code: 238,
        codeName: "NotImplemented",
      });
    expect(await db.listCollections().toArray()).toEqual([]);
  });
});

test("the statistics of a database have its documents and the room of the store", async () => {
  const things = store.collection();
  const db = store.client.db(things.dbName);
  const before = await db.stats();
  await things.insertMany([{ _id: 1 }, { _id: 2 }]);
  const { objects, dataSize, fsUsedSize, fsTotalSize } = await db.stats();
  expect(objects).toBe(before.objects + 2);
  expect(dataSize).toBeGreaterThan(0);
  expect(fsTotalSize).toBeGreaterThan(fsUsedSize);
});
