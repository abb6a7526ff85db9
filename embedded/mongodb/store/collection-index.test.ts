import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { doc } from "../testing/documents.ts";
import { Collection } from "./collection.ts";
import { compareKeys, keyOf } from "./index-key.ts";
import type { StoredDocument } from "./stored-document.ts";

const definitions = [
  { name: "a", key: [["a", 1]], unique: false },
  {
    name: "ba",
    key: [
      ["b", -1],
      ["a", 1],
    ],
    unique: false,
  },
  { name: "u", key: [["u", -1]], unique: true },
] as const;

function indexed(): Collection {
  const collection = new Collection("d", "c");
  for (const definition of definitions) collection.addIndex(definition);
  return collection;
}

function expectEachInOrder(collection: Collection, which = collection.indexes): void {
  for (const { entries, fields, directions } of which) {
    const inOrder = [...collection.all()].sort(
      (x, y) => compareKeys(keyOf(x, fields), keyOf(y, fields), directions) || x.sequence - y.sequence,
    );
    expect([
      ...entries.range(
        entries.seek(() => 1),
        entries.seek(() => -1),
      ),
    ]).toEqual(inOrder);
  }
}

const small = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom("", "abcdefg", "abcdefh", null));
const step = fc.oneof(
  fc.record({ kind: fc.constant("insert" as const), a: small, b: small }),
  fc.record({ kind: fc.constant("replace" as const), at: fc.nat(30), a: small, b: small }),
  fc.record({ kind: fc.constant("remove" as const), at: fc.nat(30) }),
  fc.record({ kind: fc.constant("read" as const), index: fc.nat(3) }),
);

test("an index has every document in its place, at every read between changes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const collection = indexed();
      const stored: StoredDocument[] = [];
      for (const [u, each] of steps.entries()) {
        if (each.kind === "insert") {
          collection.insert(doc({ _id: u, a: each.a, b: each.b, u }));
          stored.push([...collection.all()].at(-1) as StoredDocument);
        } else if (each.kind === "read")
          expectEachInOrder(collection, [collection.indexes[each.index] as never]);
        else {
          const [found] = stored.splice(each.at % (stored.length || 1), 1);
          if (!found) continue;
          if (each.kind === "remove") collection.remove(found);
          else {
            collection.replace(found, doc({ _id: found.field("_id"), a: each.a, b: each.b, u }));
            stored.push(found);
          }
        }
      }
      expectEachInOrder(collection);
    }),
    { numRuns: 300 },
  );
});

test("an index has every document in its place after thousands of inserts without a read", () => {
  const collection = indexed();
  for (let i = 0; i < 3_000; i++) collection.insert(doc({ _id: i, a: (i * 7919) % 1_000, b: i % 3, u: -i }));
  expectEachInOrder(collection);
});

test("a unique index refuses a key that was added a moment before, although the index has not been read since", () => {
  const collection = indexed();
  collection.insert(doc({ _id: 1, u: 1 }));
  expect(() => collection.insert(doc({ _id: 2, u: 1 }))).toThrow(expect.objectContaining({ code: 11000 }));
  expect(() => collection.insert(doc({ _id: 1, u: 2 }))).toThrow(expect.objectContaining({ code: 11000 }));
  expectEachInOrder(collection);
});
