import { expect, test } from "@jest/globals";
import { Double, deserialize, Long } from "bson";
import { documentOf, fieldsOf } from "../bson/raw-document.ts";
import { bytesOf } from "../testing/collections.ts";
import { parseUpdate } from "./update.ts";

const options = { promoteValues: false } as const;

/** A form that compares the order of fields and the types of numbers. */
const shown = (document: Buffer) => JSON.stringify(deserialize(document, options));

const apply = (before: object, update: object, inserting = false) =>
  documentOf(
    parseUpdate(bytesOf(update))
      .apply(fieldsOf(bytesOf(before)), inserting)
      .values(),
  );

const cases: readonly (readonly [before: object, update: object, after: object])[] = [
  [{ a: 1 }, { $set: { a: 2 } }, { a: 2 }],
  [{ a: 1, b: 2 }, { $set: { a: "x" } }, { a: "x", b: 2 }],
  [{}, { $set: { c: 1, a: 2, b: 3 } }, { a: 2, b: 3, c: 1 }],
  [{ a: 1 }, { $set: { a: Long.ONE } }, { a: Long.ONE }],
  [{ a: 1 }, { $set: { a: new Double(1) } }, { a: new Double(1) }],
  [{ a: 1, b: 2 }, { $unset: { a: "", x: "" } }, { b: 2 }],
  [
    { a: 1, b: 2 },
    { $unset: { a: "" }, $set: { c: [1, { x: 2 }] } },
    { b: 2, c: [1, { x: 2 }] },
  ],
  [{ a: 1 }, { $setOnInsert: { b: 1 } }, { a: 1 }],
  [{ _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
  [
    { _id: 1, a: 1 },
    { b: 2, _id: 1 },
    { _id: 1, b: 2 },
  ],
];

test.each(cases)(
  "the document %j, updated by %j, is the same as on the real server",
  (before, update, after) => {
    expect(shown(apply(before, update))).toBe(shown(bytesOf(after)));
  },
);

test("$setOnInsert sets its fields when a document is inserted", () => {
  expect(shown(apply({ a: 1 }, { $setOnInsert: { b: 1 } }, true))).toBe(shown(bytesOf({ a: 1, b: 1 })));
});

test("an update that changes nothing gives back the same bytes", () => {
  const before = { _id: 1, a: 1, b: [1, { x: 1 }], c: "x" };
  const updates = [{ $set: { a: 1, b: [1, { x: 1 }] } }, { $unset: { z: 1 } }, { $setOnInsert: { n: 1 } }];
  for (const update of updates) expect(apply(before, update)).toEqual(bytesOf(before));
});

const refused: readonly (readonly [before: object, update: object, code: number, message: string])[] = [
  [{}, { $inc: { a: 1 } }, 238, "updates by $inc"],
  [{}, { $set: { a: 1 }, b: 2 }, 238, "updates by b"],
  [{}, { $set: 1 }, 9, "Modifiers operate on fields"],
  [{}, { a: 1, $set: { b: 1 } }, 52, "The field '$set'"],
  [{}, { $set: { "a.b": 1 } }, 238, "nested fields, such as 'a.b'"],
  [{ _id: 1 }, { _id: "1" }, 66, "_id"],
  [{}, { $set: { "a.$": 1 } }, 238, "nested fields, such as 'a.$'"],
  [{}, { $set: { $x: 1 } }, 238, "fields such as '$x'"],
  [{}, { $set: { a: 1 }, $unset: { a: 1 } }, 40, "Updating the path 'a' would create a conflict at 'a'"],
  [{ _id: 1 }, { $set: { _id: 2 } }, 66, "_id"],
  [{ _id: 1 }, { $unset: { _id: 1 } }, 66, "_id"],
  [{ _id: 1 }, { _id: 2 }, 66, "_id"],
  [{ _id: 1 }, { _id: null }, 66, "_id"],
];

test.each(refused)("the update of %j by %j is refused with code %d", (before, update, code, message) => {
  expect(() => apply(before, update)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
});

test("a pipeline as an update is refused", () => {
  expect(() => parseUpdate([])).toThrow(expect.objectContaining({ code: 238 }));
});
