import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Document, Long, type MongoClient } from "mongodb";
import { openStore, refusal, type TestDocument, type TestStore } from "../testing/store.ts";

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
  test("filters, sorts, skips, limits and projects", async () => {
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
    expect(await things.find({}).sort({ tags: -1 }).limit(1).toArray()).toMatchObject([{ _id: 9 }]);
    expect(await store.client.db("nothing").collection("here").find().toArray()).toEqual([]);
  });

  test("searches literally, in any case, within an array too", async () => {
    const things = await filled();
    expect(ids(await things.find({ name: { $regex: "NAME [12]", $options: "i" } }).toArray())).toEqual([
      1, 2,
    ]);
    expect(ids(await things.find({ tags: 9 }).toArray())).toEqual([8, 9]);
    expect(ids(await things.find({ $or: [{ _id: 3 }, { name: /9$/ }] }).toArray())).toEqual([3, 9]);
  });

  test("batches are as large as asked for; getMore gives the rest", async () => {
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

  test("an open cursor goes on with what it found, whatever is written meanwhile", async () => {
    const things = await filled(20);
    const cursor = things.find({}, { batchSize: 5, sort: { _id: 1 } });
    await cursor.next();
    await things.deleteMany({});
    await things.insertOne({ _id: 100 });
    expect(ids(await cursor.toArray())).toEqual(Array.from({ length: 19 }, (_, i) => i + 1));
  });

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

  test("a hint is honoured by name and pattern", async () => {
    const things = await filled();
    await things.createIndex({ kind: 1, at: -1 });
    await things.createIndex({ only: 1 }, { sparse: true });
    expect(ids(await things.find({}, { hint: "kind_1_at_-1" }).toArray())).toEqual([
      9, 6, 3, 0, 7, 4, 1, 8, 5, 2,
    ]);
    expect(ids(await things.find({ _id: { $gt: 5 } }, { hint: { kind: 1, at: -1 } }).toArray())).toEqual([
      9, 6, 7, 8,
    ]);
    expect(await things.find({}, { hint: "only_1" }).toArray()).toEqual([]);
    expect(
      ids(
        await things
          .find({}, { hint: { $natural: -1 } })
          .limit(2)
          .toArray(),
      ),
    ).toEqual([9, 8]);
    expect(await refusal(things.find({}, { hint: "none" }).toArray())).toMatchObject({
      code: 2,
      errmsg: expect.stringContaining("hint provided does not correspond to an existing index"),
    });
  });

  const refused: [string, object, number][] = [
    ["a collation", { collation: { locale: "en" } }, 72],
    ["a tailable cursor", { tailable: true }, 72],
    ["a cursor without timeout", { noCursorTimeout: true }, 72],
    ["min", { min: { a: 1 } }, 72],
    ["let", { let: { a: 1 } }, 72],
    ["returnKey", { returnKey: true }, 72],
    ["an unknown field", { filters: {} }, 40415],
    ["an unknown operator", { filter: { a: { $foo: 1 } } }, 2],
    ["an unknown top level operator", { filter: { $foo: 1 } }, 2],
    ["a text score", { projection: { score: { $meta: "textScore" } } }, 168],
    ["a mixed projection", { projection: { a: 1, b: 0 } }, 31254],
    ["an order that is none", { sort: { a: 2 } }, 15975],
    ["parallel arrays in an order", { sort: { tags: 1, more: 1 } }, 2],
  ];

  test.each(refused)("%s is refused", async (_what, options, code) => {
    const things = store.collection();
    await things.insertOne({ _id: 1, tags: [1], more: [2] });
    expect(
      await refusal(store.client.db(things.dbName).command({ find: "things", ...options })),
    ).toMatchObject({ code });
  });

  test("options that ask for nothing pass", async () => {
    const things = await filled(1);
    const command = {
      find: "things",
      tailable: false,
      noCursorTimeout: false,
      collation: {},
      allowDiskUse: true,
    };
    expect(await store.client.db(things.dbName).command(command)).toMatchObject({ ok: 1 });
  });
});

describe("count and distinct", () => {
  test("countDocuments counts what find finds, with and without an index", async () => {
    const things = store.collection();
    const docs = Array.from({ length: 60 }, (_, _id) => ({
      _id,
      flag: _id % 3 === 0,
      ...(_id % 7 === 0 ? {} : { kind: _id % 5 === 0 ? null : _id % 4 }),
      list: _id % 2 === 0 ? [_id % 3, 1] : _id % 3,
      at: new Date(_id % 6),
    }));
    await things.insertMany(docs);
    const filters = [
      {},
      { flag: false },
      { flag: true, kind: 1 },
      { kind: 2 },
      { kind: null },
      { list: 1 },
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
    await things.createIndexes([
      { key: { flag: 1 } },
      { key: { kind: -1, _id: 1 } },
      { key: { list: 1 } },
      { key: { at: 1 }, sparse: true },
    ]);
    await compare();
    expect(await things.countDocuments({}, { hint: { _id: 1 } })).toBe(60);
    expect(await things.countDocuments({}, { hint: { _id: 1 }, skip: 10, limit: 20 })).toBe(20);
    expect(await refusal(things.countDocuments({}, { hint: { nothing: 1 } }))).toMatchObject({ code: 2 });
    expect(await things.countDocuments({ flag: false }, { hint: "flag_1" })).toBe(40);
  });

  test("count, estimated and exact", async () => {
    const things = await filled();
    expect(await things.estimatedDocumentCount()).toBe(10);
    expect(await things.countDocuments({ kind: 0 })).toBe(4);
    expect(await things.countDocuments({ kind: 0 }, { skip: 1, limit: 2 })).toBe(2);
    expect(await things.countDocuments({ kind: 9 })).toBe(0);
    const db = store.client.db(things.dbName);
    expect(await db.command({ count: "things", query: { kind: 1 }, limit: 2 })).toMatchObject({ n: 2 });
    expect(await db.command({ count: "things", skip: 8 })).toMatchObject({ n: 2 });
    expect(await db.command({ count: "none" })).toMatchObject({ n: 0 });
    expect(await refusal(db.command({ count: "things", collation: { locale: "en" } }))).toMatchObject({
      code: 72,
    });
  });

  test("distinct gives each value once, arrays by element", async () => {
    const things = await filled(4);
    await things.insertOne({ _id: 10, kind: Long.fromNumber(1), nested: [{ x: 1 }, { x: 2 }, { x: 1 }] });
    expect(await things.distinct("kind")).toEqual([0, 1, 2]);
    expect(await things.distinct("tags", { _id: { $lt: 2 } })).toEqual([0, 1, 2]);
    expect(await things.distinct("nested.x")).toEqual([1, 2]);
    expect(await things.distinct("missing")).toEqual([]);
    expect(await refusal(things.distinct("kind", {}, { collation: { locale: "en" } }))).toMatchObject({
      code: 72,
    });
  });
});

describe("aggregate", () => {
  const run = async (pipeline: Document[], client: MongoClient = store.client) => {
    const db = client.db("aggregates");
    return await db.collection("orders").aggregate(pipeline).toArray();
  };

  beforeAll(async () => {
    const db = store.client.db("aggregates");
    await db.collection<TestDocument>("orders").insertMany([
      { _id: 1, who: "ann", total: 10, items: ["a", "b"], at: new Date(1) },
      { _id: 2, who: "bob", total: 5, items: [], at: new Date(2) },
      { _id: 3, who: "ann", total: 7.5, at: new Date(3) },
      { _id: 4, who: null, total: Long.fromNumber(1), items: ["c"], at: new Date(4) },
    ]);
    await db.collection<TestDocument>("people").insertMany([
      { _id: "ann", names: ["Ann", "Anne"], limit: 5 },
      { _id: "bob", names: ["Bob"], limit: 9 },
    ]);
  });

  const cases: [string, Document[], Document[]][] = [
    [
      "$match, $sort, $skip, $limit",
      [
        { $match: { total: { $gte: 5 } } },
        { $sort: { total: 1 } },
        { $skip: 1 },
        { $limit: 1 },
        { $project: { total: 1 } },
      ],
      [{ _id: 3, total: 7.5 }],
    ],
    [
      "$limit before $sort",
      [{ $limit: 2 }, { $sort: { _id: -1 } }, { $project: { _id: 1 } }],
      [{ _id: 2 }, { _id: 1 }],
    ],
    [
      "$match after $project",
      [{ $project: { who: 1 } }, { $match: { who: "bob", total: null } }],
      [{ _id: 2, who: "bob" }],
    ],
    [
      "$group with all accumulators",
      [
        { $sort: { _id: 1 } },
        {
          $group: {
            _id: "$who",
            n: { $sum: 1 },
            count: { $count: {} },
            sum: { $sum: "$total" },
            avg: { $avg: "$total" },
            first: { $first: "$_id" },
            last: { $last: "$_id" },
            max: { $max: "$total" },
            min: { $min: "$total" },
            all: { $push: "$_id" },
            set: { $addToSet: "$who" },
          },
        },
        { $match: { _id: "ann" } },
      ],
      [
        {
          _id: "ann",
          n: 2,
          count: 2,
          sum: 17.5,
          avg: 8.75,
          first: 1,
          last: 3,
          max: 10,
          min: 7.5,
          all: [1, 3],
          set: ["ann"],
        },
      ],
    ],
    [
      "$group by an expression",
      [{ $group: { _id: { big: { $gt: ["$total", 6] } }, n: { $sum: 1 } } }, { $sort: { _id: 1 } }],
      [
        { _id: { big: false }, n: 2 },
        { _id: { big: true }, n: 2 },
      ],
    ],
    ["$count", [{ $match: { who: "ann" } }, { $count: "n" }], [{ n: 2 }]],
    ["$count of nothing", [{ $match: { who: "zoe" } }, { $count: "n" }], []],
    [
      "$unwind",
      [{ $unwind: "$items" }, { $project: { items: 1 } }],
      [
        { _id: 1, items: "a" },
        { _id: 1, items: "b" },
        { _id: 4, items: "c" },
      ],
    ],
    [
      "$unwind keeping empty ones",
      [
        { $unwind: { path: "$items", preserveNullAndEmptyArrays: true, includeArrayIndex: "i" } },
        { $project: { items: 1, i: 1 } },
      ],
      [
        { _id: 1, items: "a", i: 0 },
        { _id: 1, items: "b", i: 1 },
        { _id: 2, i: null },
        { _id: 3, i: null },
        { _id: 4, items: "c", i: 0 },
      ],
    ],
    [
      "$addFields and $set",
      [
        { $match: { _id: 2 } },
        { $addFields: { half: { $divide: ["$total", 2] } } },
        { $set: { who: { $toUpper: "$who" } } },
        { $unset: ["at", "items"] },
      ],
      [{ _id: 2, who: "BOB", total: 5, half: 2.5 }],
    ],
    [
      "$replaceRoot and $replaceWith",
      [
        { $match: { _id: 1 } },
        { $replaceRoot: { newRoot: { x: "$$ROOT" } } },
        { $replaceWith: { y: "$x.who" } },
      ],
      [{ y: "ann" }],
    ],
    [
      "$lookup by equality",
      [
        { $lookup: { from: "people", localField: "who", foreignField: "_id", as: "person" } },
        { $project: { n: { $size: "$person" }, limit: { $first: "$person.limit" } } },
      ],
      [
        { _id: 1, n: 1, limit: 5 },
        { _id: 2, n: 1, limit: 9 },
        { _id: 3, n: 1, limit: 5 },
        { _id: 4, n: 0 },
      ],
    ],
    [
      "$lookup by pipeline",
      [
        { $match: { _id: { $lte: 2 } } },
        {
          $lookup: {
            from: "people",
            let: { who: "$who", total: "$total" },
            pipeline: [
              { $match: { $expr: { $and: [{ $eq: ["$_id", "$$who"] }, { $lt: ["$limit", "$$total"] }] } } },
              { $project: { _id: 1 } },
            ],
            as: "over",
          },
        },
        { $project: { over: 1 } },
      ],
      [
        { _id: 1, over: [{ _id: "ann" }] },
        { _id: 2, over: [] },
      ],
    ],
    [
      "$lookup in a collection that is not there",
      [
        { $match: { _id: 1 } },
        { $lookup: { from: "none", localField: "a", foreignField: "b", as: "x" } },
        { $project: { x: 1 } },
      ],
      [{ _id: 1, x: [] }],
    ],
    [
      "$facet",
      [
        {
          $facet: {
            page: [{ $sort: { _id: 1 } }, { $limit: 1 }, { $project: { _id: 1 } }],
            total: [{ $count: "n" }],
          },
        },
      ],
      [{ page: [{ _id: 1 }], total: [{ n: 4 }] }],
    ],
  ];

  test.each(cases)("%s", async (_what, pipeline, result) => {
    expect(await run(pipeline)).toEqual(result);
  });

  test("variables, hints, batches and $$NOW", async () => {
    const orders = store.client.db("aggregates").collection("orders");
    const pipeline = [
      { $match: { $expr: { $eq: ["$who", "$$wanted"] } } },
      { $project: { recent: { $lt: ["$$NOW", "$at"] } } },
    ];
    expect(await orders.aggregate(pipeline, { let: { wanted: "bob" } }).toArray()).toEqual([
      { _id: 2, recent: false },
    ]);
    expect(await orders.aggregate([{ $match: {} }], { batchSize: 1, hint: "_id_" }).toArray()).toHaveLength(
      4,
    );
  });

  test("an aggregation changes no stored document", async () => {
    const things = store.collection();
    const stored = { _id: 1, a: { b: [1, { c: 2 }] }, d: "x" };
    await things.insertOne(stored);
    const pipeline = [
      { $unwind: "$a.b" },
      { $set: { "a.b": 5, d: "y" } },
      { $unset: "a" },
      { $addFields: { "e.f": 1 } },
    ];
    await things.aggregate(pipeline).toArray();
    expect(await things.findOne()).toEqual(stored);
  });

  const refused: [string, Document[], object][] = [
    ["an unknown stage", [{ $foo: 1 }], { code: 40324, errmsg: "Unrecognized pipeline stage name: '$foo'" }],
    ["a stage that writes", [{ $merge: { into: "x" } }], { code: 40324 }],
    ["two stages in one", [{ $match: {}, $limit: 1 }], { code: 40323 }],
    [
      "an unknown expression",
      [{ $project: { a: { $foo: 1 } } }],
      { code: 168, codeName: "InvalidPipelineOperator" },
    ],
    ["an unknown accumulator", [{ $group: { _id: 1, a: { $stdDevPop: "$x" } } }], { code: 15952 }],
    ["a group without _id", [{ $group: { a: { $sum: 1 } } }], { code: 15955 }],
    ["a field without accumulator", [{ $group: { _id: 1, a: 1 } }], { code: 40234 }],
    ["a limit of 0", [{ $limit: 0 }], { code: 15958 }],
    ["an empty projection", [{ $project: {} }], { code: 51272 }],
    ["an empty order", [{ $sort: {} }], { code: 15976 }],
    ["$unwind without a path", [{ $unwind: "items" }], { code: 28818 }],
    ["$lookup without a field", [{ $lookup: { from: "x", as: "y", localField: "a" } }], { code: 9 }],
    ["$facet in $facet", [{ $facet: { a: [{ $facet: { b: [] } }] } }], { code: 40600 }],
    ["a field name with a null byte", [{ $count: "a\0b" }], { code: 2, codeName: "BadValue" }],
    ["a bad count", [{ $count: "$a" }], { code: 40158 }],
    ["a new root that is no document", [{ $replaceWith: "$who" }], { code: 40228 }],
  ];

  test.each(refused)("%s is refused", async (_what, pipeline, error) => {
    expect(await refusal(run(pipeline))).toMatchObject(error);
  });

  test("options that are not done are refused", async () => {
    const orders = store.client.db("aggregates").collection("orders");
    expect(await refusal(orders.aggregate([], { collation: { locale: "en" } }).toArray())).toMatchObject({
      code: 72,
    });
    const db = store.client.db("aggregates");
    expect(await refusal(db.command({ aggregate: "orders", pipeline: [] }))).toMatchObject({ code: 9 });
    expect(
      await refusal(db.command({ aggregate: "orders", pipeline: [], explain: true, cursor: {} })),
    ).toMatchObject({ code: 72 });
  });
});
