import { describe, expect, test } from "@jest/globals";
import { Double, deserialize, Long } from "bson";
import fc from "fast-check";
import { encodeDocument } from "../bson/encode.ts";
import { smallDocument, smallValue } from "../testing/arbitraries.ts";
import { doc } from "../testing/documents.ts";
import { parseUpdate } from "./update.ts";
import { upsertBase } from "./upsert-base.ts";

const options = { promoteValues: false } as const;

/** Comparable with field order and number types. */
const shown = (document: object) => JSON.stringify(deserialize(encodeDocument(document), options));

const apply = (before: object, update: object, inserting = false) =>
  parseUpdate(doc(update)).apply(doc(before), inserting);

const cases: readonly (readonly [before: object, update: object, after: object])[] = [
  [{ a: 1 }, { $set: { a: 2 } }, { a: 2 }],
  [{ a: 1, b: 2 }, { $set: { a: "x" } }, { a: "x", b: 2 }],
  [{}, { $set: { c: 1, a: 2, b: 3 } }, { a: 2, b: 3, c: 1 }],
  [{}, { $set: { b: 1 }, $inc: { a: 1 } }, { a: 1, b: 1 }],
  [{}, { $set: { "a.b.c": 1, "a.x": 2 } }, { a: { b: { c: 1 }, x: 2 } }],
  [{ a: [1, 2] }, { $set: { "a.1": 5, "a.3": 6 } }, { a: [1, 5, null, 6] }],
  [{ a: [{ b: 1 }] }, { $set: { "a.0.b": 2 } }, { a: [{ b: 2 }] }],
  [{ a: 1 }, { $set: { a: Long.ONE } }, { a: Long.ONE }],
  [{ a: 1, b: 2 }, { $unset: { a: "", x: "", "b.c": "" } }, { b: 2 }],
  [{ a: [1, 2], b: { c: 1 } }, { $unset: { "a.0": 1, "b.c": 1 } }, { a: [null, 2], b: {} }],
  [{ a: 1 }, { $inc: { a: 2, b: 3 } }, { a: 3, b: 3 }],
  [{ a: 2147483647 }, { $inc: { a: 1 } }, { a: Long.fromString("2147483648") }],
  [{ a: Long.ONE }, { $inc: { a: 1 } }, { a: Long.fromNumber(2) }],
  [{ a: 1 }, { $inc: { a: new Double(1) } }, { a: new Double(2) }],
  [{ a: 3, b: Long.ONE }, { $mul: { a: 2, b: 5, c: 7 } }, { a: 6, b: Long.fromNumber(5), c: 0 }],
  [
    { a: 5, b: 5 },
    { $min: { a: 3 }, $max: { b: 3, c: 1 } },
    { a: 3, b: 5, c: 1 },
  ],
  [{ a: 5 }, { $max: { a: "x" } }, { a: "x" }],
  [{ a: 1 }, { $setOnInsert: { b: 1 } }, { a: 1 }],
  [{ a: 1, b: 2 }, { $rename: { a: "c.d", x: "y" } }, { b: 2, c: { d: 1 } }],
  [{ a: 1, b: 2 }, { $rename: { a: "b" } }, { b: 1 }],
  [{ a: [1] }, { $push: { a: 2, b: [3] } }, { a: [1, 2], b: [[3]] }],
  [{ a: [3, 1] }, { $push: { a: { $each: [2, 5], $sort: -1, $slice: 3 } } }, { a: [5, 3, 2] }],
  [{ a: [1, 2] }, { $push: { a: { $each: [9], $position: 0 } } }, { a: [9, 1, 2] }],
  [{ a: [1, 2] }, { $push: { a: { $each: [9], $position: -1 } } }, { a: [1, 9, 2] }],
  [{ a: [1, 2, 3] }, { $push: { a: { $each: [], $slice: -2 } } }, { a: [2, 3] }],
  [{ a: [{ x: 2 }] }, { $push: { a: { $each: [{ x: 1 }], $sort: { x: 1 } } } }, { a: [{ x: 1 }, { x: 2 }] }],
  [{ a: [1] }, { $addToSet: { a: new Double(1), b: 1 } }, { a: [1], b: [1] }],
  [{ a: [1] }, { $addToSet: { a: { $each: [1, 2, 2, 3] } } }, { a: [1, 2, 3] }],
  [{ a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  [{ a: [{ x: 1, y: 1 }, { x: 2 }] }, { $pull: { a: { x: 1 } } }, { a: [{ x: 2 }] }],
  [{ a: ["x", "y"] }, { $pull: { a: "x", b: 1 } }, { a: ["y"] }],
  [{ a: [1, 2, 1, 3] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
  [{ _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
  [
    { _id: 1, a: 1 },
    { b: 2, _id: 1 },
    { _id: 1, b: 2 },
  ],
];

describe("updates", () => {
  test.each(cases)("%j with %j", (before, update, after) => {
    expect(shown(apply(before, update))).toBe(shown(doc(after)));
  });

  test("$setOnInsert counts when inserting", () => {
    expect(shown(apply({ a: 1 }, { $setOnInsert: { b: 1 } }, true))).toBe(shown(doc({ a: 1, b: 1 })));
  });

  test("what changes nothing gives back the same document", () => {
    const before = doc({ _id: 1, a: 1, b: [1, { x: 1 }], c: "x" });
    const updates = [
      { $set: { a: 1, "b.1.x": 1, b: undefined } },
      { $unset: { z: 1, "a.b": 1 } },
      { $inc: { a: 0 } },
      { $max: { a: 0 } },
      { $addToSet: { b: 1 } },
      { $pull: { b: 7, z: 1 } },
      { $rename: { z: "y" } },
      { $setOnInsert: { n: 1 } },
    ];
    for (const update of updates) expect(parseUpdate(doc(update)).apply(before, false)).toBe(before);
  });

  test("a document is never changed in place", () => {
    const field = fc.constantFrom("a", "b", "a.x", "a.0", "b.0.x", "c.d");
    const operator = fc.constantFrom(
      "$set",
      "$push",
      "$addToSet",
      "$unset",
      "$pull",
      "$min",
      "$max",
      "$inc",
      "$mul",
    );
    fc.assert(
      fc.property(smallDocument, operator, field, smallValue, (plain, name, path, operand) => {
        const before = doc(plain);
        const bytes = shown(before);
        try {
          parseUpdate(doc({ [name]: { [path]: operand } })).apply(before, false);
        } catch {
          // A refused update must leave the document alone, too.
        }
        expect(shown(before)).toBe(bytes);
      }),
      { numRuns: 500 },
    );
  });

  test("an upsert starts from the filter's equalities", () => {
    const filter = {
      _id: 7,
      "a.b": { $eq: 1 },
      c: { $gt: 5 },
      d: { $in: [4] },
      $and: [{ e: 5 }, { f: { $in: [1, 2] } }],
      $or: [{ g: 1 }],
      h: /x/,
    };
    expect(shown(upsertBase(doc(filter)))).toBe(shown(doc({ _id: 7, a: { b: 1 }, d: 4, e: 5, g: 1 })));
    expect(() => upsertBase(doc({ a: 1, $and: [{ a: 2 }] }))).toThrow(expect.objectContaining({ code: 54 }));
  });
});

const refused: readonly (readonly [
  before: object,
  update: object | unknown[],
  code: number,
  message: string,
])[] = [
  [{}, { $currentDate: { a: true } }, 9, "Unknown modifier: $currentDate"],
  [{}, { $bit: { a: 1 } }, 9, "Unknown modifier: $bit"],
  [{}, { $set: { a: 1 }, b: 2 }, 9, "Unknown modifier: b"],
  [{}, { $set: 1 }, 9, "Modifiers operate on fields"],
  [{}, { a: 1, $set: { b: 1 } }, 52, "The dollar ($) prefixed field '$set'"],
  [{}, { $set: { "a.$": 1 } }, 238, "positional"],
  [{}, { $set: { "a.$[].b": 1 } }, 238, "positional"],
  [{}, { $set: { "a.$[x].b": 1 } }, 238, "positional"],
  [{}, { $set: { "": 1 } }, 56, "empty"],
  [{}, { $set: { "a..b": 1 } }, 56, "empty field name"],
  [{}, { $set: { "a.$x": 1 } }, 52, "not valid for storage"],
  [{}, { $set: { a: 1 }, $inc: { a: 1 } }, 40, "Updating the path 'a' would create a conflict at 'a'"],
  [{}, { $set: { a: 1, "a.b": 1 } }, 40, "Updating the path 'a.b' would create a conflict at 'a'"],
  [{ a: 1 }, { $set: { "a.b": 1 } }, 28, "Cannot create field 'b' in element {a: 1}"],
  [{ a: [1] }, { $set: { "a.b": 1 } }, 28, "Cannot create field 'b' in element {a: [ 1 ]}"],
  [{ _id: 1 }, { $set: { _id: 2 } }, 66, "_id"],
  [{ _id: 1 }, { _id: 2 }, 66, "_id"],
  [{ a: "x" }, { $inc: { a: 1 } }, 14, "non-numeric type string"],
  [{}, { $inc: { a: "x" } }, 14, 'Cannot increment with non-numeric argument: {a: "x"}'],
  [{ a: Long.MAX_VALUE }, { $inc: { a: 1 } }, 2, "Failed to apply $inc"],
  [
    { _id: 1, a: 1 },
    { $push: { a: 1 } },
    2,
    "The field 'a' must be an array but is of type int in document {_id: 1}",
  ],
  [{}, { $push: { a: { $each: 1 } } }, 2, "$each"],
  [{}, { $push: { a: { $each: [], $x: 1 } } }, 2, "Unrecognized clause in $push: $x"],
  [{ a: 1 }, { $addToSet: { a: 1 } }, 2, "Cannot apply $addToSet to non-array field"],
  [{ a: 1 }, { $pull: { a: 1 } }, 2, "Cannot apply $pull to a non-array value"],
  [{ a: [] }, { $pullAll: { a: 1 } }, 2, "$pullAll requires an array argument"],
  [{}, { $rename: { a: 1 } }, 2, "must be a string"],
  [{ a: [] }, { $set: { "a.2000000": 1 } }, 2, "can't backfill"],
];

test.each(refused)("%j with %j is refused with code %d", (before, update, code, message) => {
  expect(() => apply(before, update)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
});

test("a pipeline as an update is refused", () => {
  expect(() => parseUpdate([])).toThrow(expect.objectContaining({ code: 238 }));
});
