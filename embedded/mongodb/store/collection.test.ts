import { expect, jest, test } from "@jest/globals";
import { Double, Long, ObjectId } from "bson";
import fc from "fast-check";
import Database from "libsql";
import { collectionWith, idsIn, replace } from "../testing/collections.ts";
import { SqlDatabase } from "./sql-database.ts";

/** Values of few kinds and few of each, so that equal and neighbouring values meet often. */
const smallScalar = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 3 }) },
  { weight: 3, arbitrary: fc.constantFrom("", "a", "ab", "b", "B") },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(1.5, -0.5) },
  { weight: 1, arbitrary: fc.constantFrom(new Double(1), Long.fromNumber(2)) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constantFrom(new Date(0), new Date(1)) },
);

const smallDocument = fc.record({ a: smallScalar, b: smallScalar }, { requiredKeys: [] });

const smallDocuments = fc
  .array(smallDocument, { maxLength: 25 })
  .map((documents) => documents.map((document, _id) => ({ _id, ...document })));

const field = fc.constantFrom("a", "b");

const operand = smallScalar.map((value) =>
  value instanceof Double ? value.value : value instanceof Long ? value.toBigInt() : value,
);

const operator = fc.oneof(
  fc
    .tuple(fc.constantFrom("$gt", "$gte", "$lt", "$lte"), operand)
    .map(([name, value]) => ({ [name]: value })),
  fc.array(operand, { maxLength: 3 }).map((values) => ({ $in: values })),
  fc.tuple(operand, operand).map(([low, high]) => ({ $gte: low, $lte: high })),
  fc.constantFrom("a", "ab", "B").map((text) => ({ $regex: text })),
);

const condition = fc
  .tuple(field, fc.oneof(operator, operand))
  .map(([name, test]): Record<string, unknown> => ({ [name]: test }));

const conditions = fc
  .array(condition, { maxLength: 3 })
  .map((parts): Record<string, unknown> => Object.assign({}, ...parts));

const smallFilter = fc.oneof(
  { weight: 4, arbitrary: conditions },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("$or", "$nor"), fc.array(condition, { minLength: 1, maxLength: 3 }))
      .map(([name, parts]) => ({ [name]: parts })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(condition, { minLength: 1, maxLength: 3 }), conditions)
      .map(([parts, others]) => ({ $and: parts, ...others })),
  },
);

const direction = fc.constantFrom(1, -1);

const smallSort = fc
  .uniqueArray(field, { minLength: 1, maxLength: 2 })
  .chain((names) =>
    fc
      .array(direction, { minLength: names.length, maxLength: names.length })
      .map((directions) => names.map((name, i): [string, number] => [name, directions[i] ?? 1])),
  );

const keys = [{ a: 1 }, { b: -1, a: 1 }] as const;

const change = fc.tuple(fc.nat(24), fc.option(smallDocument, { nil: undefined }));

test("indexes change the time of an answer and never the answer, also after changes", () => {
  fc.assert(
    fc.property(smallDocuments, smallFilter, fc.array(change), (documents, filter, changes) => {
      const collections = [
        collectionWith(documents),
        collectionWith(documents, keys),
        collectionWith(documents),
      ];
      const [plain, indexed, later] = collections;
      if (!plain || !indexed || !later) throw new Error("no collections");
      for (const index of indexed.indexes.slice(1)) later.addIndex(index);
      for (const collection of collections)
        for (const [_id, document] of changes) {
          if (document) replace(collection, _id, document);
          else for (const place of collection.find({ filter: { _id } })) collection.remove(place);
        }
      const wanted = idsIn(plain, filter);
      for (const collection of [indexed, later]) {
        expect(idsIn(collection, filter)).toEqual(wanted);
        expect(collection.count(filter)).toBe(wanted.length);
      }
    }),
    { numRuns: 200 },
  );
});

test("a page in an order is a part of the whole order, with an index and without", () => {
  const page = fc.record({ skip: fc.nat(5), limit: fc.integer({ min: 1, max: 6 }) });
  fc.assert(
    fc.property(smallDocuments, smallFilter, smallSort, page, (documents, filter, order, { skip, limit }) => {
      // The id decides between equal values.
      const sort = Object.fromEntries([...order, ["_id", 1]]);
      const plain = collectionWith(documents);
      const whole = idsIn(plain, filter, { sort });
      expect([...whole].sort((a, b) => Number(a) - Number(b))).toEqual(idsIn(plain, filter));
      for (const collection of [plain, collectionWith(documents, keys)])
        expect(idsIn(collection, filter, { sort, skip, limit })).toEqual(whole.slice(skip, skip + limit));
    }),
    { numRuns: 200 },
  );
});

test("values of all types are ordered as in BSON, and integers by their exact value", () => {
  const values = [
    null,
    Number.NEGATIVE_INFINITY,
    -1.5,
    Long.fromString("9007199254740992"),
    Long.fromString("9007199254740993"),
    "",
    "B",
    "a",
    "a\0",
    "\uffff",
    "😀",
    new ObjectId("000000000000000000000001"),
    new ObjectId("000000000000000000000002"),
    false,
    true,
    new Date(-1),
    new Date(0),
    new Date(8_640_000_000_000_000),
  ];
  const documents = values.map((a, _id) => ({ _id, a })).reverse();
  for (const collection of [collectionWith(documents), collectionWith(documents, keys)]) {
    expect(idsIn(collection, {}, { sort: { a: 1 } })).toEqual([...values.keys()]);
    expect(idsIn(collection, {}, { sort: { a: -1 } })).toEqual([...values.keys()].reverse());
  }
});

test("names of fields that differ in case, or that are words of SQL, are different fields", () => {
  const collection = collectionWith([
    { _id: 1, a: 1, A: 2, select: 3, seq: 4, 'x"y': 5 },
    { _id: 2, __proto__x: 1 },
  ]);
  for (const filter of [{ a: 1 }, { A: 2 }, { select: 3 }, { seq: 4 }, { 'x"y': 5 }])
    expect(idsIn(collection, filter)).toEqual([1]);
  expect(idsIn(collection, { A: 1 })).toEqual([]);
});

/** A collection and the indexes that SQLite has of it. */
function watched(keys: readonly Record<string, 1 | -1>[], documents: readonly object[]) {
  const sql = new SqlDatabase(new Database(":memory:"));
  const collection = collectionWith(documents, keys, sql);
  const queries = jest.spyOn(sql, "rows");
  return {
    collection,
    indexes: () => sql.rows("SELECT name FROM sqlite_schema WHERE type = 'index'").flat(),
    /** The way in which SQLite finds the documents of the last query. */
    plan() {
      const [text, values] = queries.mock.calls.at(-1) ?? [""];
      return sql.rows(`EXPLAIN QUERY PLAN ${text}`, values).map((step) => String(step[3]));
    },
  };
}

test("an index is made for the first query that may use it", () => {
  const documents = Array.from({ length: 10 }, (_, _id) => ({ _id, a: _id, b: -_id }));
  const { collection, indexes } = watched([{ a: 1, _id: 1 }, { b: 1, _id: 1 }, { c: 1 }], documents);
  expect(idsIn(collection, { _id: { $in: [2, 3] } })).toEqual([2, 3]);
  expect(indexes()).toEqual(["i1_0"]);
  expect(idsIn(collection, { a: { $gt: 7 } })).toEqual([8, 9]);
  expect(indexes()).toEqual(["i1_0", "i1_1"]);
  expect(idsIn(collection, {}, { sort: { b: 1 }, limit: 1 })).toEqual([9]);
  expect(indexes()).toEqual(["i1_0", "i1_1", "i1_2"]);
  expect(idsIn(collection, { c: 1 })).toEqual([]);
  expect(indexes()).toEqual(["i1_0", "i1_1", "i1_2", "i1_3"]);
});

test("a field that most documents don't have is found by its index, next to a flag and in an order", () => {
  const documents = Array.from({ length: 2_000 }, (_, _id) => ({
    _id,
    flag: _id % 7 === 0,
    owner: _id % 2,
    ...(_id % 100 === 0 ? { request: `r${_id % 500}` } : {}),
  }));
  const keys = [{ request: 1 }, { flag: 1, _id: 1 }, { owner: 1, _id: 1 }] as const;
  for (const wanted of [["r100"], ["r100", "r200", "none"]]) {
    const { collection, plan } = watched(keys, documents);
    const found = idsIn(collection, { request: { $in: wanted }, flag: false }, { sort: { _id: 1 } });
    expect(found).toContain(100);
    idsIn(collection, { request: { $in: wanted }, flag: false, owner: 0 }, { sort: { _id: 1 } });
    expect(collection.count({ request: { $in: wanted }, flag: false })).toBe(found.length);
    expect(plan().join()).toContain("i1_1");
  }
});
