import { describe, expect, test } from "@jest/globals";
import { Double } from "bson";
import fc from "fast-check";
import { compareValues } from "../bson/compare.ts";
import type { Doc, Value } from "../bson/value.ts";
import { Collection } from "../store/collection.ts";
import type { CollectionIndex } from "../store/collection-index.ts";
import { smallDocuments, smallFilter, smallSort } from "../testing/arbitraries.ts";
import { doc } from "../testing/documents.ts";
import { countDocuments } from "./count.ts";
import { Deadline } from "./deadline.ts";
import { findDocuments } from "./find.ts";
import { countByIndex, planQuery } from "./planner.ts";
import { parseSort } from "./sort.ts";

const indexes: Record<string, number>[] = [{ a: 1 }, { b: -1 }, { a: 1, b: 1 }, { b: 1, a: -1 }];

function filled(documents: readonly object[]): Collection {
  const collection = new Collection("d", "c");
  for (const key of indexes) {
    collection.addIndex({ name: JSON.stringify(key), key: Object.entries(key), unique: false });
  }
  for (const document of documents) {
    collection.insert(doc(document));
  }
  return collection;
}

const scan = doc({ $natural: 1 });
const deadline = new Deadline();

function ids(collection: Collection, filter: Doc, hint?: string | Doc): Value[] {
  const found = findDocuments(collection, { filter, hint }, deadline);
  return found.map(({ doc: { _id } }) => _id as Value).sort(compareValues);
}

describe("documents found by an index", () => {
  test("every index finds the same documents as a scan of the collection", () => {
    fc.assert(
      fc.property(smallDocuments, smallFilter, (documents, plain) => {
        const collection = filled(documents);
        const filter = doc(plain);
        const wanted = ids(collection, filter, scan);
        expect(ids(collection, filter)).toEqual(wanted);
        for (const { definition } of collection.indexes) {
          expect(ids(collection, filter, definition.name)).toEqual(wanted);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("every index finds the same documents as a scan after changes and removals", () => {
    fc.assert(
      fc.property(smallDocuments, smallDocuments, smallFilter, (before, after, plain) => {
        const collection = filled(before);
        const stored = [...collection.all()];
        const filter = doc(plain);
        ids(collection, filter);
        for (const [i, each] of stored.entries()) {
          const next = after[i];
          if (next) collection.replace(each, doc({ ...next, _id: each.doc._id }));
          else collection.remove(each);
        }
        const wanted = ids(collection, filter, scan);
        expect(ids(collection, filter)).toEqual(wanted);
        for (const { definition, entries } of collection.indexes) {
          expect(ids(collection, filter, definition.name)).toEqual(wanted);
          if (collection.size === 0) expect(entries.size).toBe(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a find by ids gives the same documents as a scan, in the order of the ids", () => {
    const id = fc.oneof(fc.integer({ min: -1, max: 26 }), fc.constantFrom("a", null, new Double(3)));
    const condition = fc.oneof(
      id,
      fc.array(id, { maxLength: 8 }).map(($in) => ({ $in })),
    );
    const rest = fc.oneof(fc.constant({}), smallFilter);
    const page = fc.record({ skip: fc.nat(2), limit: fc.constantFrom(undefined, 1, 3) });
    fc.assert(
      fc.property(smallDocuments, condition, rest, page, (documents, _id, others, { skip, limit }) => {
        const collection = filled([...documents, { _id: "a" }, { _id: null }]);
        const filter = doc({ ...others, _id });
        const idsOf = (found: readonly { doc: Doc }[]) => found.map((each) => each.doc._id);
        const all = findDocuments(collection, { filter, hint: scan }, deadline);
        const byId = findDocuments(collection, { filter }, deadline);
        expect(idsOf(byId).sort(compareValues)).toEqual(idsOf(all).sort(compareValues));
        const some = findDocuments(collection, { filter, skip, limit }, deadline);
        expect(idsOf(some)).toEqual(idsOf(byId).slice(skip, limit && skip + limit));
      }),
      { numRuns: 300 },
    );
  });

  test("an index made after the documents finds the same documents as an index made before them", () => {
    fc.assert(
      fc.property(smallDocuments, smallFilter, (documents, plain) => {
        const early = filled(documents);
        const late = new Collection("d", "c");
        for (const document of documents) late.insert(doc(document));
        for (const { definition } of early.indexes.slice(1)) late.addIndex(definition);
        for (const [i, { entries }] of early.indexes.entries()) {
          const sequences = (list: typeof entries) => [...rangeOfAll(list)].map(({ sequence }) => sequence);
          expect(sequences((late.indexes[i] as CollectionIndex).entries)).toEqual(sequences(entries));
        }
        expect(ids(late, doc(plain))).toEqual(ids(early, doc(plain)));
      }),
      { numRuns: 200 },
    );
  });

  test("a unique index is refused if two documents have the same key", () => {
    const collection = filled([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
      { _id: 3, a: 1 },
    ]);
    const unique = { name: "u", key: [["a", 1]] as const, unique: true };
    expect(() => collection.addIndex(unique)).toThrow(expect.objectContaining({ code: 11000 }));
    expect(collection.indexes.map(({ definition }) => definition.name)).not.toContain("u");
  });

  test("a count is the number of documents that a scan finds, also if every document meets a condition", () => {
    fc.assert(
      fc.property(smallDocuments, smallFilter, fc.boolean(), (documents, plain, oneIsDeleted) => {
        const marked = documents.map((each, i) => ({ ...each, deleted: oneIsDeleted && i === 0 }));
        const collection = filled(marked);
        collection.addIndex({ name: "deleted", key: [["deleted", 1]], unique: false });
        for (const filter of [doc(plain), doc({ deleted: false, ...plain })]) {
          const wanted = ids(collection, filter, scan);
          expect(countDocuments(collection, { filter }, deadline)).toBe(wanted.length);
          expect(ids(collection, filter)).toEqual(wanted);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a page in an order has the same documents as the sorted collection at that place", () => {
    fc.assert(
      fc.property(
        smallDocuments,
        smallFilter,
        smallSort,
        fc.nat(5),
        fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
        (documents, plain, sort, skip, limit) => {
          const collection = filled(documents);
          const filter = doc(plain);
          const order = parseSort(doc(Object.fromEntries(sort)));
          const keys = (hint?: Doc) =>
            findDocuments(collection, { filter, sort: order, skip, limit, hint }, deadline).map(keyIn(sort));
          const wanted = findDocuments(collection, { filter, hint: scan }, deadline)
            .map(keyIn(sort))
            .sort(compareSortKeys(sort))
            .slice(skip, limit === undefined ? undefined : skip + limit);
          // Values that compare equal (2 and 2n) may come in either order.
          const inOrder = (found: SortKey[]) =>
            found.length === wanted.length &&
            wanted.every((key, i) => compareSortKeys(sort)(key, found[i] ?? []) === 0);
          expect(inOrder(keys())).toBe(true);
          expect(inOrder(keys(scan))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const rangeOfAll = (entries: CollectionIndex["entries"]) =>
  entries.range(
    entries.seek(() => 1),
    entries.seek(() => -1),
  );

type SortKey = Value[];

const keyIn =
  (sort: [string, number][]) =>
  (stored: { doc: Doc }): SortKey =>
    sort.map(([field]) => stored.doc[field] ?? null);

function compareSortKeys(sort: [string, number][]): (a: SortKey, b: SortKey) => number {
  return (a, b) => {
    for (const [i, [, direction]] of sort.entries()) {
      const order = compareValues(a[i], b[i]) * direction;
      if (order !== 0) return order;
    }
    return 0;
  };
}

describe("a page of a large collection", () => {
  const large = new Collection("d", "c");
  large.addIndex({ name: "kind", key: [["kind", 1]], unique: false });
  large.addIndex({ name: "at", key: [["at", 1]], unique: false });
  const size = 5_000;
  for (let i = 0; i < size; i++) {
    const kind = i >= size - 200 ? "new" : "old";
    large.insert(
      doc({ _id: i, kind, text: `${kind} number\n${i}`, note: `${i}`, at: new Date((i * 7) % size) }),
    );
  }
  const byId = (direction: number) => parseSort(doc({ _id: direction }));
  const page = (filter: object, direction: number, hint?: Doc) =>
    findDocuments(
      large,
      { filter: doc(filter), sort: byId(direction), skip: 5, limit: 10, hint },
      deadline,
    ).map(({ doc: { _id } }) => _id);
  const filters = [
    { kind: "new" },
    { kind: { $gte: "new", $lt: "o" } },
    { at: { $gte: new Date(4_000), $lt: new Date(4_500) } },
    { at: { $gte: new Date(4_000), $lt: new Date(4_500) }, text: { $regex: "7" } },
    { at: { $gte: new Date(1_000) }, text: { $regex: "77" } },
    { text: { $regex: "new" } },
    { text: { $regex: "number" } },
    { text: { $regex: "77" } },
    { text: { $regex: "nothing" } },
    { text: { $regex: "number\n49" } },
    { text: { $regex: "\n" } },
    { text: { $regex: "" } },
    { text: { $regex: "49", $gt: "ol" } },
    { text: { $regex: "NEW", $options: "i" } },
    { text: { $regex: "NEW", $options: "i", $gt: "new number\n498" } },
    { text: { $regex: "NEW NUMBER\n48", $options: "i" } },
    {
      $and: [{ text: { $regex: "number" } }, { text: { $regex: "NUMBER", $options: "i" } }],
      note: { $regex: "1" },
    },
    { $or: [{ text: { $regex: "49" } }, { kind: "new" }, { kind: { $regex: "ne" } }] },
    { $and: [{ text: { $regex: "new" } }, { text: { $regex: "49" } }, { at: { $gt: new Date(3) } }] },
  ];

  test.each(filters)("a page of %j has the first documents in order, whether many or few match", (filter) => {
    for (const direction of [1, -1]) expect(page(filter, direction)).toEqual(page(filter, direction, scan));
  });

  test.each(filters)("the count of %j is the number of documents that a scan finds", (filter) => {
    const all = findDocuments(large, { filter: doc(filter), hint: scan }, deadline);
    expect(countDocuments(large, { filter: doc(filter) }, deadline)).toBe(all.length);
  });

  test("a search finds the current texts of a field after each change", () => {
    const changing = new Collection("d", "c");
    const found = (text: string) => {
      const inAnyCase = doc({ text: { $regex: text.toUpperCase(), $options: "i" } });
      const plain = ids(changing, doc({ text: { $regex: text } }));
      expect(ids(changing, inAnyCase)).toEqual(plain);
      return plain;
    };
    for (let i = 0; i < 600; i++) changing.insert(doc({ _id: i, text: i === 300 ? "needle" : "hay" }));
    expect(found("needle")).toEqual([300]);
    const [first, second] = [...changing.all()];
    if (!first || !second) throw new Error("no documents");
    changing.replace(first, doc({ _id: 0, text: "a needle" }));
    changing.insert(doc({ _id: 600, text: "needles" }));
    changing.insert(doc({ _id: 601 }));
    expect(found("needle")).toEqual([0, 300, 600]);
    changing.remove(first);
    changing.replace(second, doc({ _id: 1, other: "needle" }));
    expect(found("needle")).toEqual([300, 600]);
    expect(found("hay")).toHaveLength(597);
    expect(found("hay\nhay")).toEqual([]);
    expect(found("")).toHaveLength(599);
  });

  test("a case-insensitive search finds the same documents as an expression, also with letters beyond ASCII", () => {
    const letter = fc.constantFrom(..."kKsSiIaA\u212a\u017f\u0130\u0131\u00e9\u00c9 -");
    const word = fc.string({ unit: letter, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), word, (texts, sought) => {
        const collection = new Collection("d", "c");
        for (const [_id, text] of texts.entries()) collection.insert(doc({ _id, text }));
        const filter = doc({ text: { $regex: sought, $options: "i" } });
        expect(ids(collection, filter)).toEqual(ids(collection, filter, scan));
        const expression = new RegExp(sought, "iu");
        expect(ids(collection, filter)).toEqual(
          texts.flatMap((text, i) => (expression.test(text) ? [i] : [])),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("a text search that meets an array is refused, because each element would have to be searched", () => {
    const withArray = new Collection("d", "c");
    withArray.insert(doc({ _id: 1, text: ["a"] }));
    expect(() => ids(withArray, doc({ text: { $regex: "a" } }))).toThrow(
      expect.objectContaining({ code: 238 }),
    );
  });
});

describe("the query planner", () => {
  const documents = Array.from({ length: 300 }, (_, i) => ({
    _id: i,
    kind: i % 10,
    at: i,
    name: `name ${i}`,
  }));
  const collection = new Collection("d", "c");
  const add = (key: Record<string, number>) =>
    collection.addIndex({
      name: Object.keys(key).join(","),
      key: Object.entries(key),
      unique: false,
    });
  add({ at: -1 });
  add({ kind: 1, at: 1 });
  add({ name: 1 });
  for (const document of documents) collection.insert(doc(document));
  const indexNamed = (name: string) => collection.indexes.find(({ definition }) => definition.name === name);
  const plan = (filter: object, sort?: object, wanted?: number) => {
    const { index, sorted, cost } = planQuery(collection, {
      filter: doc(filter),
      sort: parseSort(sort && doc(sort)),
      wanted,
    });
    return { index, sorted, cost };
  };

  test("a filter by id, range or list uses the index of its field", () => {
    expect(plan({ _id: 5 })).toEqual({ index: "_id_", sorted: true, cost: 1 });
    expect(plan({ at: { $gte: 10, $lt: 20 } })).toMatchObject({ index: "at", cost: 10 });
    expect(plan({ _id: { $in: [1, 2, 2, 900] } })).toMatchObject({ index: "_id_", cost: 2 });
    expect(plan({ kind: 1, at: { $gt: 11 } })).toMatchObject({ index: "kind,at", cost: 28 });
  });

  test("conditions that the bounds of an index decide are not tested again in the documents", () => {
    const rest = (filter: object) => ({
      ...planQuery(collection, { filter: doc(filter), hint: indexNamed("kind,at") }).rest,
    });
    const text = { name: { $regex: "name" } };
    expect(rest({ kind: 3, ...text })).toEqual(doc(text));
    expect(rest({ kind: { $in: [3, 4] } })).toEqual({});
    expect(rest({ kind: { $gte: 3, $lt: 5 } })).toEqual({});
    expect(rest({ kind: { $gte: Number.NaN } })).toEqual(doc({ kind: { $gte: Number.NaN } }));
    expect(rest({ kind: { $in: [3, null] } })).toEqual(doc({ kind: { $in: [3, null] } }));
    expect(rest({ at: 5 })).toEqual(doc({ at: 5 }));
  });

  test("a list of values is counted by an index without reading documents", () => {
    const counted = (values: unknown[]) => {
      const filter = doc({ name: { $in: values } });
      return [countByIndex(collection, filter), countDocuments(collection, { filter }, deadline)];
    };
    expect(counted([])).toEqual([0, 0]);
    expect(counted(["name 1", "name 2", "name 2", "none", 5])).toEqual([2, 2]);
    expect(countByIndex(collection, doc({ name: { $in: ["name 1", "name 2"], $gt: "name 1" } }))).toBe(1);
    expect(counted(["name 1", null])).toEqual([undefined, 1]);
    const long = Array.from({ length: 10_001 }, (_, i) => `name ${i + 299}`);
    expect(counted(long)).toEqual([undefined, 1]);
  });

  test("a page in the order of an index is read without sorting, also backwards", () => {
    expect(plan({}, { at: 1 }, 25)).toMatchObject({ index: "at", sorted: true });
    expect(plan({ kind: 3 }, { at: -1 }, 25)).toMatchObject({ index: "kind,at", sorted: true, cost: 30 });
    expect(plan({}, { kind: -1, at: -1 }, 25)).toMatchObject({ index: "kind,at", sorted: true });
    expect(plan({}, { kind: 1, at: -1 }, 25).sorted).toBe(false);
  });

  test("a filter that no index serves scans the collection", () => {
    for (const filter of [
      { other: 1 },
      { name: { $regex: "name 29" } },
      { $or: [{ _id: 1 }, { kind: 3 }] },
      { name: { $regex: "é", $options: "i" } },
      {},
    ]) {
      expect(plan(filter)).toMatchObject({ index: undefined, cost: 300 });
    }
  });
});
