import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { compareValues } from "../bson/compare.ts";
import type { Doc, Value } from "../bson/value.ts";
import { Deadline } from "../deadline.ts";
import { Collection } from "../store/collection.ts";
import { smallDocuments, smallFilter, smallSort } from "../testing/arbitraries.ts";
import { doc } from "../testing/documents.ts";
import { findDocuments } from "./find.ts";
import { planQuery } from "./planner.ts";
import { parseSort } from "./sort.ts";

const indexes: Record<string, number>[] = [
  { a: 1 },
  { b: -1 },
  { a: 1, b: 1 },
  { b: 1, a: -1 },
  { "a.x": 1 },
  { "a.x": -1, "a.y": 1 },
  { "a.y": 1, b: -1 },
];

function filled(documents: readonly object[], sparse: boolean): Collection {
  const collection = new Collection("d", "c");
  for (const key of indexes) {
    collection.addIndex({ name: JSON.stringify(key), key: Object.entries(key), unique: false, sparse });
  }
  for (const document of documents) {
    try {
      collection.insert(doc(document));
    } catch {
      // Parallel arrays can't be indexed; such a document is refused whole.
    }
  }
  return collection;
}

const scan = doc({ $natural: 1 });
const deadline = new Deadline();

function ids(collection: Collection, filter: Doc, hint?: string | Doc): Value[] {
  const found = findDocuments(collection, { filter, hint }, deadline);
  return found.map(({ doc: { _id } }) => _id as Value).sort(compareValues);
}

describe("finding by an index", () => {
  test("gives what a scan gives, by the chosen index and by each one", () => {
    fc.assert(
      fc.property(smallDocuments, smallFilter, fc.boolean(), (documents, plain, sparse) => {
        const collection = filled(documents, sparse);
        const filter = doc(plain);
        const wanted = ids(collection, filter, scan);
        expect(ids(collection, filter)).toEqual(wanted);
        if (sparse) return;
        for (const { definition } of collection.indexes) {
          expect(ids(collection, filter, definition.name)).toEqual(wanted);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("still does after documents were changed and removed", () => {
    fc.assert(
      fc.property(smallDocuments, smallDocuments, smallFilter, (before, after, plain) => {
        const collection = filled(before, false);
        const stored = [...collection.all()];
        for (const [i, each] of stored.entries()) {
          const next = after[i];
          try {
            if (next) collection.replace(each, doc({ ...next, _id: each.doc._id }));
            else collection.remove(each);
          } catch {
            // Refused for parallel arrays: the old document stays.
          }
        }
        const filter = doc(plain);
        const wanted = ids(collection, filter, scan);
        for (const { definition, entries } of collection.indexes) {
          expect(ids(collection, filter, definition.name)).toEqual(wanted);
          if (collection.size === 0) expect(entries.size).toBe(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("sorts, skips and limits as sorting everything would", () => {
    fc.assert(
      fc.property(
        smallDocuments,
        smallFilter,
        smallSort,
        fc.nat(5),
        fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
        (documents, plain, sort, skip, limit) => {
          // Several fields of an array's documents sort by one element's key; the reference looks at each field alone.
          if (sort.length > 1 && documents.some(holdsDocumentsInArray)) return;
          const collection = filled(documents, false);
          const filter = doc(plain);
          const order = parseSort(doc(Object.fromEntries(sort)));
          const keys = (hint?: Doc | string) =>
            run(() => findDocuments(collection, { filter, sort: order, skip, limit, hint }, deadline), sort);
          const all = run(() => findDocuments(collection, { filter, hint: scan }, deadline), sort);
          if (all === "refused" || keys() === "refused") return;
          const wanted = [...all]
            .sort(compareSortKeys(sort))
            .slice(skip, limit === undefined ? undefined : skip + limit);
          // Values that compare equal (2 and 2n) may come in either order.
          const inOrder = (found: SortKey[] | "refused") =>
            found !== "refused" &&
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

const holdsDocumentsInArray = (document: object) =>
  Object.values(document).some(
    (value) =>
      Array.isArray(value) && value.some((element) => typeof element === "object" && element !== null),
  );

type SortKey = (Value | undefined)[];

/** The sort keys of what is found, by rules of their own; "refused" for parallel arrays. */
function run(find: () => { doc: Doc }[], sort: [string, number][]): SortKey[] | "refused" {
  try {
    return find().map((stored) =>
      sort.map(([field, direction]) => referenceKey(stored.doc, field, direction)),
    );
  } catch {
    return "refused";
  }
}

function referenceKey(document: Doc, field: string, direction: number): Value | undefined {
  const [first = "", second] = field.split(".");
  const outer = document[first];
  const elements: (Value | undefined)[] = Array.isArray(outer) ? outer : [outer];
  const inner = elements.map((element) => (second === undefined ? element : fieldOf(element, second)));
  const values =
    inner.length === 0 ? [second === undefined ? undefined : null] : inner.map((each) => each ?? null);
  return [...values].sort((x, y) => compareValues(x, y) * direction)[0];
}

function fieldOf(element: Value | undefined, name: string): Value | undefined {
  const document = typeof element === "object" && element !== null && !Array.isArray(element);
  return document ? (element as Doc)[name] : undefined;
}

function compareSortKeys(sort: [string, number][]): (a: SortKey, b: SortKey) => number {
  return (a, b) => {
    for (const [i, [, direction]] of sort.entries()) {
      const order = compareValues(a[i], b[i]) * direction;
      if (order !== 0) return order;
    }
    return 0;
  };
}

describe("the planner", () => {
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
      sparse: false,
    });
  add({ at: -1 });
  add({ kind: 1, at: 1 });
  add({ name: 1 });
  for (const document of documents) collection.insert(doc(document));
  const plan = (filter: object, sort?: object, wanted?: number) => {
    const { index, sorted, cost } = planQuery(collection, {
      filter: doc(filter),
      sort: parseSort(sort && doc(sort)),
      wanted,
    });
    return { index, sorted, cost };
  };

  test("an id, a range, a prefix and a list take their index", () => {
    expect(plan({ _id: 5 })).toEqual({ index: "_id_", sorted: true, cost: 1 });
    expect(plan({ at: { $gte: 10, $lt: 20 } })).toMatchObject({ index: "at", cost: 10 });
    expect(plan({ name: { $regex: "^name 29" } })).toMatchObject({ index: "name", cost: 11 });
    expect(plan({ _id: { $in: [1, 2, 2, 900] } })).toMatchObject({ index: "_id_", cost: 2 });
    expect(plan({ $and: [{ kind: 1 }, { at: { $gt: 11 } }] })).toMatchObject({ index: "kind,at", cost: 28 });
    expect(plan({ $or: [{ _id: 1 }, { name: "name 2" }] })).toMatchObject({ index: "_id_|name", cost: 2 });
  });

  test("a page in an index's order needs no sorting, backwards too", () => {
    expect(plan({}, { at: 1 }, 25)).toMatchObject({ index: "at", sorted: true });
    expect(plan({ kind: 3 }, { at: -1 }, 25)).toMatchObject({ index: "kind,at", sorted: true, cost: 30 });
    expect(plan({}, { kind: -1, at: -1 }, 25)).toMatchObject({ index: "kind,at", sorted: true });
    expect(plan({}, { kind: 1, at: -1 }, 25).sorted).toBe(false);
  });

  test("what no index helps with is a scan", () => {
    for (const filter of [{ other: 1 }, { name: /9$/ }, { name: /^name/i }, { kind: { $ne: 1 } }, {}]) {
      expect(plan(filter)).toMatchObject({ index: undefined, cost: 300 });
    }
  });
});
