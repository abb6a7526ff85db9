import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Double, Int32, Long, MongoBulkWriteError, ObjectId } from "mongodb";
import { openStore, refusal, type TestStore } from "../testing/store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

describe("insert", () => {
  test("insert keeps the type of every value, and adds a missing _id as the first field", async () => {
    const things = store.collection();
    const document = {
      b: Long.fromNumber(1),
      c: new Double(1),
      d: 1,
      e: 1.5,
      f: null,
      g: [{ h: new Date(5) }],
    };
    const { insertedId } = await things.insertOne({ ...document } as never);
    const options = { promoteValues: false };
    const found = await things.findOne({}, options);
    expect(Object.keys(found ?? {})).toEqual(["_id", "b", "c", "d", "e", "f", "g"]);
    expect(found).toMatchObject({
      _id: insertedId,
      b: Long.fromNumber(1),
      c: new Double(1),
      d: new Int32(1),
      e: new Double(1.5),
    });
    await store.client.db(things.dbName).command({ insert: "things", documents: [{ a: 1 }] });
    const made = await things.findOne({ a: 1 });
    expect(made?._id).toBeInstanceOf(ObjectId);
    expect(Object.keys(made ?? {})).toEqual(["_id", "a"]);
  });

  test("a duplicate key error names the index, its pattern and the value", async () => {
    const things = store.collection();
    await things.insertOne({ _id: "x" });
    const error = await refusal(things.insertOne({ _id: "x" }));
    expect(error).toMatchObject({
      code: 11000,
      message: `E11000 duplicate key error collection: ${things.namespace} index: _id_ dup key: { _id: "x" }`,
      keyPattern: { _id: 1 },
      keyValue: { _id: "x" },
    });
  });

  test("an ordered insert stops at the first error, and an unordered insert continues", async () => {
    const things = store.collection();
    const documents = [{ _id: 1 }, { _id: 1 }, { _id: 2 }, { _id: 2 }, { _id: 3 }];
    const ordered = await refusal(things.insertMany(documents));
    expect(ordered).toBeInstanceOf(MongoBulkWriteError);
    expect(ordered).toMatchObject({ insertedCount: 1, writeErrors: [{ index: 1, code: 11000 }] });
    const unordered = await refusal(things.insertMany(documents, { ordered: false }));
    expect(unordered).toMatchObject({
      insertedCount: 2,
      writeErrors: [{ index: 0 }, { index: 1 }, { index: 3 }],
    });
    expect(await things.countDocuments()).toBe(3);
  });

  test.each([{ a: 1 }, Number.NaN, /x/])(
    "an insert with the _id %p is refused, because a document could not be found by it",
    async (id) => {
      const things = store.collection();
      expect(await refusal(things.insertOne({ _id: id as never }))).toMatchObject({ code: 238 });
      expect(await things.countDocuments()).toBe(0);
    },
  );

  test("an array as _id and a document above 16 MB are refused", async () => {
    const things = store.collection();
    expect(await refusal(things.insertOne({ _id: [1] as never }))).toMatchObject({ code: 53 });
    const large = { _id: 1, text: "x".repeat(16 * 1024 * 1024) };
    expect(await refusal(things.insertOne(large))).toMatchObject({
      code: 2,
      message: expect.stringContaining("object to insert too large"),
    });
    await things.insertOne({ _id: 2, text: "x".repeat(16 * 1024 * 1024 - 100) });
    expect(await refusal(things.updateOne({ _id: 2 }, { $set: { more: "y".repeat(200) } }))).toMatchObject({
      code: 17419,
    });
    expect(Object.keys((await things.findOne({ _id: 2 })) ?? {})).toEqual(["_id", "text"]);
  });

  test("a batch has between 1 and 100000 operations", async () => {
    const db = store.client.db("batches");
    expect(await refusal(db.command({ insert: "a", documents: [] }))).toMatchObject({ code: 21 });
    const documents = Array.from({ length: 100_001 }, () => ({}));
    expect(await refusal(db.command({ insert: "a", documents }))).toMatchObject({
      code: 21,
      codeName: "InvalidLength",
    });
  });
});

describe("update", () => {
  test("updates of one document, updates of several and replacements count matched and changed documents", async () => {
    const things = store.collection();
    await things.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
      { _id: 3, a: 2 },
    ]);
    expect(await things.updateOne({ a: 1 }, { $set: { n: 5 } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 1,
    });
    expect(await things.updateMany({ a: 1 }, { $set: { n: 5 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 1,
    });
    expect(await things.updateOne({ _id: 9 }, { $set: { n: 5 } })).toMatchObject({
      matchedCount: 0,
      upsertedCount: 0,
    });
    expect(await things.replaceOne({ _id: 3 }, { b: 1 })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 1,
    });
    expect(await things.replaceOne({ _id: 3 }, { b: 1 })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    });
    expect(await things.find().toArray()).toEqual([
      { _id: 1, a: 1, n: 5 },
      { _id: 2, a: 1, n: 5 },
      { _id: 3, b: 1 },
    ]);
  });

  test("an upsert makes a document of the filter and the update", async () => {
    const things = store.collection();
    const first = await things.updateOne(
      { _id: "a", n: { $gt: 1 } },
      { $set: { x: 1 }, $setOnInsert: { made: true } },
      { upsert: true },
    );
    expect(first).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1, upsertedId: "a" });
    const second = await things.updateOne(
      { _id: "a" },
      { $set: { x: 2 }, $setOnInsert: { made: false } },
      { upsert: true },
    );
    expect(second).toMatchObject({ matchedCount: 1, modifiedCount: 1, upsertedCount: 0 });
    await things.replaceOne({ _id: "b", n: { $gt: 1 } }, { y: 1 }, { upsert: true });
    expect(await things.find({}, { sort: { _id: 1 } }).toArray()).toEqual([
      { _id: "a", made: true, x: 2 },
      { _id: "b", y: 1 },
    ]);
  });

  test("an upsert is refused if its filter sets other fields than _id", async () => {
    const things = store.collection();
    const others = [{ a: 1 }, { $and: [{ a: 1 }] }, { $or: [{ a: 1 }] }, { a: { $in: [1] } }];
    for (const filter of [...others.map((other) => ({ _id: 1, ...other })), { _id: { $gt: 1 } }, {}])
      expect(await refusal(things.updateOne(filter, { $set: { b: 1 } }, { upsert: true }))).toMatchObject({
        code: 238,
      });
    const lease = { _id: 1, $or: [{ a: 1 }, { a: 2 }], n: { $in: [1, 2] } };
    await things.updateOne(lease, { $set: { b: 1 } }, { upsert: true });
    expect(await things.find().toArray()).toEqual([{ _id: 1, b: 1 }]);
  });

  test("a replacement guarded by its position is a duplicate if the stored document is newer", async () => {
    const things = store.collection();
    const write = (position: bigint, text: string) =>
      things.bulkWrite(
        [
          {
            replaceOne: {
              filter: { _id: 1, position: { $lt: position } },
              replacement: { text, position },
              upsert: true,
            },
          },
        ],
        { ordered: false },
      );
    expect(await write(5n, "five")).toMatchObject({ upsertedCount: 1 });
    expect(await write(9n, "nine")).toMatchObject({ modifiedCount: 1 });
    expect(await refusal(write(7n, "seven"))).toMatchObject({
      code: 11000,
      writeErrors: [{ index: 0, code: 11000 }],
    });
    expect(await things.findOne({}, { useBigInt64: true })).toEqual({ _id: 1, text: "nine", position: 9n });
  });

  const refused: [string, object, object][] = [
    ["a collation", { q: {}, u: { $set: { a: 1 } }, collation: { locale: "en" } }, { code: 238 }],
    ["a replacement of many", { q: {}, u: { a: 1 }, multi: true }, { code: 9 }],
    ["a hint", { q: {}, u: { $set: { a: 1 } }, hint: "_id_" }, { code: 238 }],
  ];

  test.each(refused)(
    "an update with %s is refused, in its place of the batch",
    async (_what, statement, error) => {
      const things = store.collection();
      await things.insertOne({ _id: 1, a: [1] });
      const command = { update: "things", updates: [{ q: { _id: 1 }, u: { $set: { ok: 1 } } }, statement] };
      expect(await store.client.db(things.dbName).command(command)).toMatchObject({
        n: 1,
        ok: 1,
        writeErrors: [{ index: 1, ...error }],
      });
      expect(await things.findOne()).toEqual({ _id: 1, a: [1], ok: 1 });
    },
  );
});

describe("delete", () => {
  test("delete removes one document or several", async () => {
    const things = store.collection();
    await things.insertMany([1, 2, 3, 4].map((_id) => ({ _id, even: _id % 2 === 0 })));
    expect(await things.deleteOne({ even: true })).toMatchObject({ deletedCount: 1 });
    expect(await things.deleteMany({ even: false })).toMatchObject({ deletedCount: 2 });
    expect(await things.deleteMany({ even: false })).toMatchObject({ deletedCount: 0 });
    expect(await things.find().toArray()).toEqual([{ _id: 4, even: true }]);
    const statement = { delete: "things", deletes: [{ q: {}, limit: 2 }] };
    expect(await store.client.db(things.dbName).command(statement)).toMatchObject({
      n: 0,
      writeErrors: [{ code: 9 }],
    });
    expect(await refusal(things.deleteMany({}, { collation: { locale: "en" } }))).toMatchObject({
      code: 238,
    });
    expect(await refusal(things.deleteMany({}, { hint: "_id_" }))).toMatchObject({ code: 238 });
  });
});
