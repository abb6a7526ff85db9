import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { docOfRaw } from "../bson/raw.ts";
import { renderValue } from "../bson/render.ts";
import { type Doc, docOf } from "../bson/value.ts";
import { Collection } from "../store/collection.ts";
import { smallDocument, smallDocuments, smallFilter, smallSort } from "../testing/arbitraries.ts";
import { doc } from "../testing/documents.ts";
import { Deadline } from "./deadline.ts";
import { findDocuments, type Query } from "./find.ts";
import { resultOf } from "./result.ts";
import { parseSort } from "./sort.ts";

const deadline = new Deadline();
const keys: Record<string, number>[] = [{ a: 1 }, { b: -1, a: 1 }];

function filled(documents: readonly object[]): Collection {
  const collection = new Collection("d", "c");
  for (const key of keys)
    collection.addIndex({ name: JSON.stringify(key), key: Object.entries(key), unique: false });
  for (const document of documents) collection.insert(doc(document));
  return collection;
}

/** The result of the cursor in batches of two, with a change between every two batches. */
function inBatches(collection: Collection, query: Query, change: () => void = () => {}): Doc[] {
  const source = resultOf(collection, query, deadline);
  const found: Doc[] = [];
  for (;;) {
    let left = 2;
    const more = source((raw) => left-- > 0 && found.push(docOfRaw(raw)) > 0);
    if (!more) return found;
    change();
  }
}

const page = fc.record({ skip: fc.nat(3), limit: fc.constantFrom(undefined, 1, 4) });
const order = fc.oneof(fc.constant([]), smallSort);

test("the batches of a cursor together equal one answer if nothing is written", () => {
  fc.assert(
    fc.property(smallDocuments, smallFilter, order, page, (documents, plain, sort, { skip, limit }) => {
      const collection = filled(documents);
      const query = { filter: doc(plain), sort: parseSort(docOf(sort)), skip, limit };
      const whole = findDocuments(collection, query, deadline).map((stored) => stored.doc);
      const found = inBatches(collection, query);
      const keysOf = (docs: Doc[]) => docs.map((each) => sort.map(([field]) => renderValue(each[field])));
      expect(keysOf(found)).toEqual(keysOf(whole));
      expect(new Set(idsOf(found)).size).toBe(whole.length);
      if (limit === undefined && skip === 0) expect(idsOf(found).sort()).toEqual(idsOf(whole).sort());
    }),
    { numRuns: 500 },
  );
});

test("a cursor on the ids gives each document that existed all the time once, despite concurrent writes", () => {
  const changes = fc.array(fc.tuple(fc.nat(24), smallDocument));
  fc.assert(
    fc.property(smallDocuments, changes, fc.constantFrom(1, -1), (documents, written, direction) => {
      const collection = filled(documents);
      const left = [...written];
      const sort = parseSort(doc({ _id: direction }));
      const found = inBatches(collection, { filter: doc({}), sort }, () => {
        const [_id = 0, change] = left.pop() ?? [];
        const stored = collection.byId(_id);
        if (stored) collection.replace(stored, doc({ ...change, _id }));
      });
      const all = documents.map(({ _id }) => String(_id));
      expect(idsOf(found)).toEqual(direction === 1 ? all : all.reverse());
    }),
    { numRuns: 200 },
  );
});

test("a document that is removed, or that no longer matches, is in no later batch", () => {
  for (const filter of [{}, { _id: { $in: [0, 1, 2, 3, 4] } }, { $or: [{ a: 1 }, { b: 1 }] }]) {
    const collection = filled([0, 1, 2, 3, 4].map((_id) => ({ _id, a: 1, b: _id })));
    const found = inBatches(collection, { filter: doc(filter) }, () => {
      const stored = collection.byId(3);
      if (stored) collection.remove(stored);
    });
    expect(idsOf(found)).toEqual(["0", "1", "2", "4"]);
  }
});

const idsOf = (documents: readonly Doc[]) => documents.map(({ _id }) => String(_id));
