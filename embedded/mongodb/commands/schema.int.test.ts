import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openStore, refusal, type TestStore } from "../testing/store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

describe("indexes", () => {
  test("are made once, listed and dropped", async () => {
    const things = store.collection();
    expect(
      await things.createIndexes([{ key: { a: 1 } }, { key: { b: -1, a: 1 }, unique: true, name: "pair" }]),
    ).toEqual(["a_1", "pair"]);
    const db = store.client.db(things.dbName);
    const again = { createIndexes: "things", indexes: [{ key: { a: 1 }, name: "a_1" }] };
    expect(await db.command(again)).toMatchObject({
      numIndexesBefore: 3,
      numIndexesAfter: 3,
      createdCollectionAutomatically: false,
      note: "all indexes already exist",
    });
    expect(await things.listIndexes().toArray()).toEqual([
      { v: 2, key: { _id: 1 }, name: "_id_" },
      { v: 2, key: { a: 1 }, name: "a_1" },
      { v: 2, key: { b: -1, a: 1 }, name: "pair", unique: true },
    ]);
    expect(await things.dropIndex("a_1")).toMatchObject({ nIndexesWas: 3 });
    await things.dropIndexes();
    expect(await things.indexes()).toHaveLength(1);
  });

  test("a unique index holds through inserts, updates and replacements", async () => {
    const things = store.collection();
    await things.createIndex({ email: 1, kind: 1 }, { unique: true });
    await things.insertMany([
      { _id: 1, email: "a", kind: 1 },
      { _id: 2, email: "b", kind: 1 },
      { _id: 3, email: "a", kind: 2 },
    ]);
    const error = {
      code: 11000,
      message: `E11000 duplicate key error collection: ${things.namespace} index: email_1_kind_1 dup key: { email: "a", kind: 1 }`,
      keyPattern: { email: 1, kind: 1 },
      keyValue: { email: "a", kind: 1 },
    };
    expect(await refusal(things.insertOne({ _id: 4, email: "a", kind: 1 }))).toMatchObject(error);
    expect(await refusal(things.updateOne({ _id: 2 }, { $set: { email: "a" } }))).toMatchObject(error);
    expect(await refusal(things.replaceOne({ _id: 2 }, { email: "a", kind: 1 }))).toMatchObject(error);
    await things.updateOne({ _id: 1 }, { $set: { email: "c" } });
    await things.updateOne({ _id: 2 }, { $set: { email: "a" } });
    await things.deleteOne({ _id: 2 });
    await things.insertOne({ _id: 5, email: "a", kind: 1 });
    expect(await things.find({ email: "a" }, { sort: { kind: 1 } }).toArray()).toMatchObject([
      { _id: 5 },
      { _id: 3 },
    ]);
  });

  test("a missing field counts as null, unless the index is sparse or partial", async () => {
    const things = store.collection();
    await things.createIndex({ a: 1 }, { unique: true });
    await things.createIndex({ b: 1 }, { unique: true, sparse: true });
    await things.createIndex({ c: 1 }, { unique: true, partialFilterExpression: { live: true } });
    await things.insertOne({ _id: 1, a: 1, c: 1 });
    await things.insertOne({ _id: 2, c: 1 });
    expect(await refusal(things.insertOne({ _id: 3 }))).toMatchObject({
      code: 11000,
      message: expect.stringContaining("dup key: { a: null }"),
    });
    await things.insertOne({ _id: 4, a: 4, b: 1, c: 1, live: true });
    expect(await refusal(things.insertOne({ _id: 5, a: 5, b: 1 }))).toMatchObject({
      code: 11000,
      keyValue: { b: 1 },
    });
    expect(await refusal(things.insertOne({ _id: 6, a: 6, c: 1, live: true }))).toMatchObject({
      keyValue: { c: 1 },
    });
    expect(await things.countDocuments({ b: null })).toBe(2);
    expect(await things.countDocuments({ c: 1 })).toBe(3);
    expect(await things.countDocuments({ c: 1, live: true })).toBe(1);
  });

  test("an array is indexed by its elements", async () => {
    const things = store.collection();
    await things.createIndex({ "devices.id": 1 }, { unique: true });
    await things.insertOne({ _id: 1, devices: [{ id: 1 }, { id: 2 }, { id: 2 }] });
    expect(await refusal(things.insertOne({ _id: 2, devices: [{ id: 5 }, { id: 2 }] }))).toMatchObject({
      code: 11000,
    });
    expect(await things.findOne({ "devices.id": 2 })).toMatchObject({ _id: 1 });
    await things.createIndex({ x: 1, y: 1 });
    expect(await refusal(things.insertOne({ _id: 3, devices: [{ id: 9 }], x: [1], y: [1] }))).toMatchObject({
      code: 171,
      message: expect.stringContaining("cannot index parallel arrays"),
    });
    expect(await things.countDocuments()).toBe(1);
  });

  test("a unique index is not built over duplicates", async () => {
    const things = store.collection();
    await things.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ]);
    expect(await refusal(things.createIndex({ a: 1 }, { unique: true }))).toMatchObject({
      code: 11000,
      keyValue: { a: 1 },
    });
    expect(await things.indexes()).toHaveLength(1);
  });

  const refused: [object, object][] = [
    [
      { key: { a: 1 }, name: "t", expireAfterSeconds: 5 },
      { code: 197, codeName: "InvalidIndexSpecificationOption" },
    ],
    [{ key: { a: 1 }, name: "t", collation: { locale: "en" } }, { code: 197 }],
    [{ key: { a: 1 }, name: "t", hidden: true }, { code: 197 }],
    [
      { key: { a: "text" }, name: "t" },
      { code: 67, codeName: "CannotCreateIndex" },
    ],
    [{ key: { "$**": 1 }, name: "t" }, { code: 67 }],
    [{ key: { "a..b": 1 }, name: "t" }, { code: 67 }],
    [{ key: {}, name: "t" }, { code: 67 }],
    [{ key: { a: 0 }, name: "t" }, { code: 67 }],
    [{ key: { a: 1 } }, { code: 9 }],
    [{ key: { a: 1 }, name: "t", partialFilterExpression: { a: { $ne: 1 } } }, { code: 67 }],
    [{ key: { a: 1 }, name: "t", sparse: true, partialFilterExpression: { a: 1 } }, { code: 67 }],
    [
      { key: { a: 1 }, name: "other" },
      { code: 85, codeName: "IndexOptionsConflict" },
    ],
    [
      { key: { b: 1 }, name: "a_1" },
      { code: 86, codeName: "IndexKeySpecsConflict" },
    ],
    [{ key: { a: 1 }, name: "a_1", unique: true }, { code: 86 }],
  ];

  test.each(refused)("%j is refused", async (index, error) => {
    const things = store.collection();
    await things.createIndex({ a: 1 });
    const command = { createIndexes: "things", indexes: [index] };
    expect(await refusal(store.client.db(things.dbName).command(command))).toMatchObject(error);
  });

  test("what is not there can't be listed or dropped", async () => {
    const things = store.collection();
    expect(await refusal(things.listIndexes().toArray())).toMatchObject({
      code: 26,
      codeName: "NamespaceNotFound",
    });
    await things.insertOne({ _id: 1 });
    expect(await refusal(things.dropIndex("a_1"))).toMatchObject({ code: 27, codeName: "IndexNotFound" });
    expect(await refusal(things.dropIndex("_id_"))).toMatchObject({ code: 72 });
  });
});

describe("collections and databases", () => {
  test("are created, listed, renamed and dropped", async () => {
    const db = store.client.db("first");
    await db.createCollection("a");
    await db.collection("b").insertOne({ x: 1 });
    expect(await db.listCollections({}, { nameOnly: true }).toArray()).toEqual([
      { name: "a", type: "collection" },
      { name: "b", type: "collection" },
    ]);
    expect(await db.listCollections({ name: "b" }).toArray()).toMatchObject([
      { name: "b", type: "collection", options: {}, info: { readOnly: false }, idIndex: { name: "_id_" } },
    ]);
    expect(await refusal(db.createCollection("a"))).toMatchObject({ code: 48, codeName: "NamespaceExists" });
    expect(await db.collection("b").drop()).toBe(true);
    await db.collection("b").drop();
    expect(await db.listCollections().toArray()).toHaveLength(1);
    const names = async () =>
      (await store.client.db().admin().listDatabases({ nameOnly: true })).databases.map(({ name }) => name);
    expect(await names()).toContain("first");
    await db.dropDatabase();
    expect(await db.listCollections().toArray()).toEqual([]);
    expect(await names()).not.toContain("first");
  });

  test("a rename takes documents and indexes along, over another collection only when told", async () => {
    const db = store.client.db("renames");
    await db.collection("old").insertMany([{ n: 1 }, { n: 2 }]);
    await db.collection("old").createIndex({ n: 1 }, { unique: true });
    await db.collection("new").insertOne({ n: 9 });
    expect(await refusal(db.renameCollection("old", "new"))).toMatchObject({ code: 48 });
    expect(await refusal(db.renameCollection("none", "new"))).toMatchObject({ code: 26 });
    await db.renameCollection("old", "new", { dropTarget: true });
    expect(await db.listCollections({}, { nameOnly: true }).toArray()).toEqual([
      { name: "new", type: "collection" },
    ]);
    expect(await db.collection("new").countDocuments()).toBe(2);
    expect(await refusal(db.collection("new").insertOne({ n: 2 }))).toMatchObject({
      message: expect.stringContaining("E11000 duplicate key error collection: renames.new index: n_1"),
    });
    const elsewhere = { renameCollection: "renames.new", to: "renames.x" };
    expect(await refusal(db.command(elsewhere))).toMatchObject({ code: 13, codeName: "Unauthorized" });
  });

  const refused: [object][] = [
    [{ capped: true, size: 100 }],
    [{ validator: { a: 1 } }],
    [{ viewOn: "a", pipeline: [] }],
    [{ timeseries: { timeField: "t" } }],
    [{ collation: { locale: "en" } }],
    [{ clusteredIndex: { key: { _id: 1 }, unique: true } }],
  ];

  test.each(refused)("a collection with %j is refused", async (options) => {
    const db = store.client.db("refused");
    expect(await refusal(db.createCollection("a", options))).toMatchObject({
      code: 72,
      codeName: "InvalidOptions",
    });
    expect(await db.listCollections().toArray()).toEqual([]);
  });
});
