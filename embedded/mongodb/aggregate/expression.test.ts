// biome-ignore-all lint/suspicious/noThenProperty: $cond and $switch have a field of this name
import { describe, expect, test } from "@jest/globals";
import { Binary, Double, Long, ObjectId } from "bson";
import { encodeDocument } from "../bson/encode.ts";
import { docOf } from "../bson/value.ts";
import { doc, value } from "../testing/documents.ts";
import { compileExpression } from "./expression.ts";

const evaluate = (expression: unknown, document: object = {}) =>
  compileExpression(
    value(expression),
    new Set(["known"]),
  )({
    root: doc(document),
    variables: new Map([["known", value({ x: 1 })]]),
  });

/** As bytes, so that number types and field order count; a missing value has none. */
const bytes = (result: ReturnType<typeof evaluate>) =>
  encodeDocument(docOf([["result", result]])).toString("hex");

const at = new Date("2023-12-01T01:02:03.004Z");

const cases: readonly (readonly [expression: unknown, document: object, result: unknown])[] = [
  ["$a", { a: 1 }, 1],
  ["$a.b", { a: { b: 1 } }, 1],
  ["$a.b", { a: [{ b: 1 }, {}, 5, { b: 2 }] }, [1, 2]],
  ["$a.b", { a: 1 }, undefined],
  ["$a.0", { a: [1] }, []],
  ["$$ROOT", { a: 1 }, { a: 1 }],
  ["$$CURRENT.a", { a: 1 }, 1],
  ["$$known.x", {}, 1],
  ["$$REMOVE", {}, undefined],
  ["text", {}, "text"],
  [[1, "$a", "$z"], { a: 2 }, [1, 2, null]],
  [{ x: "$a", y: { z: "$b" } }, { a: 1 }, { x: 1, y: {} }],
  [{ $literal: "$a" }, { a: 1 }, "$a"],
  [{ $ifNull: ["$a", "$b", 3] }, { a: null }, 3],
  [{ $ifNull: ["$a", 3] }, { a: 0 }, 0],
  [{ $cond: ["$a", 1, 2] }, { a: 0 }, 2],
  [{ $cond: { if: { $gt: ["$a", 1] }, then: "$a", else: "$$REMOVE" } }, { a: 1 }, undefined],
  [{ $switch: { branches: [{ case: { $eq: ["$a", 1] }, then: "one" }], default: "other" } }, { a: 1 }, "one"],
  [{ $let: { vars: { two: { $add: ["$a", 1] } }, in: { $add: ["$$two", "$$two"] } } }, { a: 1 }, 4],
  [{ $mergeObjects: ["$a", { y: 2 }, null] }, { a: { x: 1, y: 1 } }, { x: 1, y: 2 }],
  [{ $getField: "a.b" }, { "a.b": 1 }, 1],
  [{ $eq: ["$a", null] }, {}, false],
  [{ $lt: ["$a", null] }, {}, true],
  [{ $eq: [1, new Double(1)] }, {}, true],
  [{ $ne: ["$a", 1] }, { a: 1 }, false],
  [{ $gte: ["b", "a"] }, {}, true],
  [{ $lte: [2, "a"] }, {}, true],
  [{ $gt: [1, 1] }, {}, false],
  [{ $cmp: ["a", "b"] }, {}, -1],
  [{ $and: [1, "x", true] }, {}, true],
  [{ $and: [] }, {}, true],
  [{ $or: [0, null, "$z"] }, {}, false],
  [{ $not: ["$z"] }, {}, true],
  [{ $size: "$a" }, { a: [1, 2] }, 2],
  [{ $in: [2, "$a"] }, { a: [1, new Double(2)] }, true],
  [{ $arrayElemAt: ["$a", -1] }, { a: [1, 2] }, 2],
  [{ $arrayElemAt: ["$a", 5] }, { a: [1, 2] }, undefined],
  [{ $first: "$a" }, { a: [1, 2] }, 1],
  [{ $last: "$a" }, { a: [1, 2] }, 2],
  [{ $first: "$z" }, {}, null],
  [{ $filter: { input: "$a", as: "n", cond: { $gt: ["$$n", 1] } } }, { a: [1, 2, 3] }, [2, 3]],
  [
    { $filter: { input: "$a", cond: { $gt: ["$$this.x", 1] }, limit: 1 } },
    { a: [{ x: 2 }, { x: 3 }] },
    [{ x: 2 }],
  ],
  [{ $map: { input: "$a", as: "n", in: { $add: ["$$n", "$b"] } } }, { a: [1, 2], b: 10 }, [11, 12]],
  [{ $reduce: { input: "$a", initialValue: 0, in: { $add: ["$$value", "$$this"] } } }, { a: [1, 2, 3] }, 6],
  [{ $concatArrays: ["$a", [3]] }, { a: [1] }, [1, 3]],
  [{ $isArray: "$a" }, { a: [1] }, true],
  [{ $slice: ["$a", -2] }, { a: [1, 2, 3] }, [2, 3]],
  [{ $slice: ["$a", 1, 1] }, { a: [1, 2, 3] }, [2]],
  [{ $reverseArray: "$a" }, { a: [1, 2] }, [2, 1]],
  [{ $objectToArray: "$a" }, { a: { x: 1 } }, [{ k: "x", v: 1 }]],
  [{ $max: "$a" }, { a: [1, 3, 2] }, 3],
  [{ $min: ["$a", "$b"] }, { a: 1, b: null }, 1],
  [{ $sum: "$a" }, { a: [1, "x", 2.5] }, 3.5],
  [{ $add: ["$a", Long.ONE] }, { a: 1 }, Long.fromNumber(2)],
  [{ $add: [2147483647, 1] }, {}, Long.fromString("2147483648")],
  [{ $add: [new Double(1), 1] }, {}, new Double(2)],
  [{ $add: ["$z", 1] }, {}, null],
  [{ $add: ["$at", 1000] }, { at }, new Date("2023-12-01T01:02:04.004Z")],
  [{ $subtract: ["$at", new Date(0)] }, { at }, Long.fromNumber(at.getTime())],
  [{ $subtract: [5, 7] }, {}, -2],
  [{ $multiply: [2, 1.5] }, {}, new Double(3)],
  [{ $divide: [1, 2] }, {}, 0.5],
  [{ $abs: -3 }, {}, 3],
  [{ $concat: ["a", "$b"] }, { b: "c" }, "ac"],
  [{ $concat: ["a", "$z"] }, {}, null],
  [{ $toLower: "ABCÉ" }, {}, "abcÉ"],
  [{ $toUpper: "$z" }, {}, ""],
  [{ $toString: Long.fromNumber(7) }, {}, "7"],
  [{ $toString: new Double(1.5) }, {}, "1.5"],
  [{ $toString: true }, {}, "true"],
  [{ $toString: "$at" }, { at }, "2023-12-01T01:02:03.004Z"],
  [{ $toString: new ObjectId("0123456789abcdef01234567") }, {}, "0123456789abcdef01234567"],
  [{ $regexMatch: { input: "$a", regex: "B", options: "i" } }, { a: "abc" }, true],
  [{ $regexMatch: { input: "$z", regex: "B" } }, {}, false],
  [{ $strLenCP: "a😀" }, {}, 2],
  [{ $substrCP: ["a😀bc", 1, 2] }, {}, "😀b"],
  [{ $strcasecmp: ["a", "B"] }, {}, -1],
  [{ $type: "$z" }, {}, "missing"],
  [{ $type: new Binary(Buffer.from("x")) }, {}, "binData"],
  [{ $dateToString: { date: "$at" } }, { at }, "2023-12-01T01:02:03.004Z"],
  [
    { $dateToString: { date: "$at", format: "%m/%d/%Y %H:%M:%S %z", timezone: "America/New_York" } },
    { at },
    "11/30/2023 20:02:03 -0500",
  ],
  [
    { $dateToString: { date: "$at", format: "%b %B %j %w %u %L %%", timezone: "+02:00" } },
    { at },
    "Dec December 335 6 5 004 %",
  ],
  [{ $dateToString: { date: "$z", onNull: "none" } }, {}, "none"],
];

describe("expressions", () => {
  test.each(cases)("%j of %j", (expression, document, result) => {
    expect(bytes(evaluate(expression, document))).toBe(
      bytes(result === undefined ? undefined : value(result)),
    );
  });
});

const refused: readonly (readonly [expression: unknown, code: number, message: string])[] = [
  [{ $nope: 1 }, 168, "Unrecognized expression '$nope'"],
  [{ $add: 1, $subtract: 2 }, 15983, "exactly one field"],
  [{ "a.b": 1 }, 16412, "may not contain '.'"],
  ["$", 16872, "not a valid FieldPath"],
  ["$a..b", 15998, "empty"],
  ["$a.", 40353, "must not end with"],
  ["$a.$b", 16410, "may not start with '$'"],
  ["$$unknown", 17276, "Use of undefined variable: unknown"],
  [{ $eq: [1] }, 16020, "takes exactly 2 arguments. 1 were passed in"],
  [{ $cond: { if: 1, then: 2 } }, 28648, "else"],
  [{ $filter: { input: [], cond: 1, x: 1 } }, 28647, "x"],
  [{ $map: 1 }, 28646, "$map"],
  [{ $size: 1 }, 17124, "must be an array, but was of type: int"],
  [{ $in: [1, 2] }, 40081, "array as a second argument"],
  [{ $add: ["x"] }, 14, "$add only supports numeric or date types, not string"],
  [{ $add: [new Date(0), new Date(0)] }, 16612, "only one date"],
  [{ $subtract: ["x", 1] }, 14, "can't $subtract int from string"],
  [{ $divide: [1, 0] }, 2, "divide by zero"],
  [{ $concat: [1] }, 16702, "$concat only supports strings, not int"],
  [{ $toString: [[1]] }, 241, "Unsupported conversion from array"],
  [{ $switch: { branches: [{ case: false, then: 1 }] } }, 40066, "matching branch"],
  [{ $dateToString: { date: "x" } }, 16006, "to Date"],
  [{ $dateToString: { date: at, format: "%Q" } }, 18536, "Invalid format character '%Q'"],
  [{ $dateToString: { date: at, timezone: "Mars/Base" } }, 40485, "unrecognized time zone"],
];

test.each(refused)("%j is refused with code %d", (expression, code, message) => {
  expect(() => evaluate(expression)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
});
