import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Document, Long } from "mongodb";
import { openStore, refusal, type TestStore } from "../testing/store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

async function filled(count = 10) {
  const things = store.collection();
  await things.insertMany(
    Array.from({ length: count }, (_, n) => ({
      _id: n,
      kind: n % 3,
      name: `Name ${n}`,
      at: new Date(n),
      tags: [n, n + 1],
    })),
  );
  return things;
}

const ids = (documents: readonly Document[]) => documents.map(({ _id }) => _id);

describe("find", () => {
  test("find filters, sorts, skips, limits and projects", async () => {
    const things = await filled();
    const page = things.find({ kind: { $in: [0, 1] } }, { sort: { kind: 1, _id: -1 }, skip: 1, limit: 3 });
    expect(ids(await page.toArray())).toEqual([6, 3, 0]);
    expect(await things.find({ _id: 1 }, { projection: { name: 1, _id: 0 } }).toArray()).toEqual([
      { name: "Name 1" },
    ]);
    expect(await things.findOne({ _id: 1 }, { projection: { at: 0, tags: 0 } })).toEqual({
      _id: 1,
      kind: 1,
      name: "Name 1",
    });
    expect(await things.findOne({ _id: 77 })).toBeNull();
    expect(await store.client.db("nothing").collection("here").find().toArray()).toEqual([]);
  });

  test("find gives batches of the requested size, and getMore the rest", async () => {
    const things = await filled(250);
    const db = store.client.db(things.dbName);
    const { cursor } = await db.command({ find: "things", sort: { _id: 1 } }, { promoteLongs: false });
    expect(cursor.ns).toBe(things.namespace);
    expect(ids(cursor.firstBatch)).toHaveLength(101);
    const more = { getMore: cursor.id, collection: "things", batchSize: 100 };
    const second = await db.command(more, { promoteLongs: false });
    expect(ids(second.cursor.nextBatch)).toEqual(Array.from({ length: 100 }, (_, i) => 101 + i));
    const third = await db.command(more, { promoteLongs: false });
    expect(third.cursor).toMatchObject({ id: Long.ZERO, ns: things.namespace });
    expect(await refusal(db.command(more))).toMatchObject({ code: 43, codeName: "CursorNotFound" });
    expect(ids(await things.find({}, { batchSize: 7 }).toArray())).toHaveLength(250);
    const single = await db.command(
      { find: "things", batchSize: 3, singleBatch: true },
      { promoteLongs: false },
    );
    expect(single.cursor).toMatchObject({ id: Long.ZERO });
    const none = await db.command({ find: "things", batchSize: 0 }, { promoteLongs: false });
    expect(none.cursor.firstBatch).toEqual([]);
    expect(none.cursor.id.isZero()).toBe(false);
    expect(await things.find().limit(-3).toArray()).toHaveLength(3);
  });

  test("a cursor gives each document that it found once, in the order in which it found them, without those removed meanwhile", async () => {
    const things = await filled(20);
    await things.createIndex({ name: 1 });
    const names = Array.from({ length: 20 }, (_, n) => `Name ${n}`).sort();
    const cursor = things.find({}, { batchSize: 5, sort: { name: 1 }, hint: { _id: 1 } });
    const found = [await cursor.next()];
    await things.updateOne({ _id: 0 }, { $set: { name: "Z" } });
    await things.updateOne({ _id: 9 }, { $set: { name: "A" } });
    await things.deleteOne({ _id: 7 });
    await things.insertOne({ _id: 100, name: "Y" });
    found.push(...(await cursor.toArray()));
    const wanted = names.map((name) => Number(name.slice(5))).filter((id) => id !== 7);
    expect(found.map((each) => each?._id)).toEqual(wanted);
    for (const hint of ["_id_", { nothing: 1 }, { $natural: 1 }])
      expect((await refusal(things.find({}, { hint } as never).toArray())).code).toBe(
        typeof hint === "string" ? 14 : 2,
      );
  });

  test.each([
    ["in an order that an index gives", { sort: { _id: 1 } }, false],
    ["in an order that had to be sorted", { sort: { name: 1 } }, false],
    ["with its database", {}, true],
  ] as const)(
    "a cursor %s ends with an error when its collection is dropped",
    async (_how, options, isWhole) => {
      const things = await filled(20);
      const cursor = things.find({}, { batchSize: 5, ...options });
      await cursor.next();
      await (isWhole ? store.client.db(things.dbName).dropDatabase() : things.drop());
      await things.insertMany(Array.from({ length: 20 }, (_, _id) => ({ _id })));
      expect(await refusal(cursor.toArray())).toMatchObject({ code: 175, codeName: "QueryPlanKilled" });
    },
  );

  test("killCursors and the end of a session close cursors", async () => {
    const things = await filled(20);
    const db = store.client.db(things.dbName);
    const options = { promoteLongs: false };
    const { cursor } = await db.command({ find: "things", batchSize: 2 }, options);
    const kill = { killCursors: "things", cursors: [cursor.id, Long.fromNumber(5)] };
    expect(await db.command(kill, options)).toMatchObject({
      cursorsKilled: [cursor.id],
      cursorsNotFound: [Long.fromNumber(5)],
    });
    const session = store.client.startSession();
    const opened = await db.command({ find: "things", batchSize: 2 }, { ...options, session });
    await db.admin().command({ endSessions: [session.id] });
    const more = { getMore: opened.cursor.id, collection: "things" };
    expect(await refusal(db.command(more, { session }))).toMatchObject({ code: 43 });
    await session.endSession();
  });

  const refused: [string, object, number][] = [
    ["a collation", { collation: { locale: "en" } }, 238],
    ["a tailable cursor", { tailable: true }, 238],
    ["an unknown field", { filters: {} }, 238],
    ["a filter on an array", { filter: { tags: 1 } }, 238],
    ["an invalid order", { sort: { a: 2 } }, 15975],
    ["an order by an array", { sort: { tags: 1 } }, 238],
  ];

  test.each(refused)("a find with %s is refused", async (_what, options, code) => {
    const things = store.collection();
    await things.insertOne({ _id: 1, tags: [1] });
    expect(
      await refusal(store.client.db(things.dbName).command({ find: "things", ...options })),
    ).toMatchObject({ code });
  });
});

describe("countDocuments", () => {
  test("countDocuments counts the documents that find finds, with and without an index", async () => {
    const things = store.collection();
    const docs = Array.from({ length: 60 }, (_, _id) => ({
      _id,
      flag: _id % 3 === 0,
      ...(_id % 7 === 0 ? {} : { kind: _id % 5 === 0 ? null : _id % 4 }),
      at: new Date(_id % 6),
    }));
    await things.insertMany(docs);
    const filters = [
      {},
      { flag: false },
      { flag: true, kind: 1 },
      { kind: 2 },
      { kind: null },
      { at: new Date(2) },
      { _id: 7 },
      { _id: 700 },
      { flag: "true" },
      { kind: { $gt: 1 } },
      { $or: [{ kind: 1 }, { kind: 2 }] },
    ];
    const compare = async () => {
      for (const filter of filters) {
        const found = await things.find(filter).toArray();
        expect({ filter, n: await things.countDocuments(filter) }).toEqual({ filter, n: found.length });
      }
    };
    await compare();
    await things.createIndexes([{ key: { flag: 1 } }, { key: { kind: -1, _id: 1 } }, { key: { at: 1 } }]);
    await compare();
  });

  test("countDocuments accepts an index as a hint, and refuses skip and limit", async () => {
    const things = await filled(60);
    expect(await things.countDocuments({}, { hint: { _id: 1 } })).toBe(60);
    expect(await refusal(things.countDocuments({}, { hint: { nothing: 1 } }))).toMatchObject({
      code: 2,
      errmsg: expect.stringContaining("hint provided does not correspond to an existing index"),
    });
    expect(await refusal(things.countDocuments({}, { skip: 1, limit: 3 }))).toMatchObject({ code: 238 });
  });
});

describe("aggregate", () => {
  const refused: [string, Document[], object][] = [
    ["a stage that the product does not use", [{ $sort: { a: 1 } }], { code: 238 }],
    ["a stage that writes", [{ $merge: { into: "x" } }], { code: 238 }],
    ["no counting group", [{ $match: {} }], { code: 238, codeName: "NotImplemented" }],
    ["a limit", [{ $match: {} }, { $limit: 1 }, { $group: { _id: 1, n: { $sum: 1 } } }], { code: 238 }],
    ["another sum", [{ $match: {} }, { $group: { _id: 1, n: { $sum: 2 } } }], { code: 238 }],
  ];

  test.each(refused)("a pipeline with %s is refused", async (_what, pipeline, error) => {
    expect(await refusal(store.collection().aggregate(pipeline).toArray())).toMatchObject(error);
  });
});
