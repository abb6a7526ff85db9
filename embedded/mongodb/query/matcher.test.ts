import { describe, expect, test } from "@jest/globals";
import { Binary, BSONRegExp, Decimal128, Double, Long, MaxKey, ObjectId } from "bson";
import { CommandError } from "../errors.ts";
import { doc } from "../testing/documents.ts";
import { compileFilter } from "./matcher.ts";

const matches = (filter: object, document: object) => compileFilter(doc(filter))(doc(document));

type Case = readonly [filter: object, matching: readonly object[], other: readonly object[]];

const cases: Record<string, readonly Case[]> = {
  equality: [
    [
      { a: 1 },
      [{ a: 1 }, { a: [0, 1] }, { a: new Double(1) }, { a: Long.ONE }],
      [{ a: "1" }, {}, { a: [[1]] }],
    ],
    [{ a: Decimal128.fromString("1.0") }, [{ a: 1 }], [{ a: 1.5 }]],
    [{ a: null }, [{}, { a: null }, { a: [1, null] }], [{ a: 0 }, { a: [] }, { a: {} }]],
    [
      { "a.b": null },
      [{}, { a: 1 }, { a: {} }, { a: [{ b: 1 }, {}] }],
      [{ a: { b: 1 } }, { a: [] }, { a: [1, 2] }],
    ],
    [{ a: [1, 2] }, [{ a: [1, 2] }, { a: [[1, 2], 3] }], [{ a: [2, 1] }, { a: [1, 2, 3] }]],
    [
      { a: { x: 1, y: 2 } },
      [{ a: { x: 1, y: 2 } }, { a: [{ x: 1, y: 2 }] }],
      [{ a: { y: 2, x: 1 } }, { a: { x: 1 } }],
    ],
    [{ "a.b": 1 }, [{ a: { b: 1 } }, { a: [{ b: 2 }, { b: [3, 1] }] }], [{ a: [[{ b: 1 }]] }, { "a.b": 1 }]],
    [{ "a.1": 2 }, [{ a: [1, 2] }, { a: [0, [2, 4]] }, { a: { 1: 2 } }], [{ a: [2, 1] }]],
    [{ "a.0.b": 1 }, [{ a: [{ b: 1 }] }], [{ a: [{ b: 2 }, { b: 1 }] }]],
    [
      { a: new Binary(Buffer.from("x")) },
      [{ a: new Binary(Buffer.from("x")) }],
      [{ a: new Binary(Buffer.from("x"), 5) }],
    ],
    [
      { a: new ObjectId("0123456789abcdef01234567") },
      [{ a: new ObjectId("0123456789abcdef01234567") }],
      [{ a: "0123456789abcdef01234567" }],
    ],
    [{ constructor: null }, [{ a: 1 }], []],
  ],
  comparison: [
    [
      { a: { $gt: 1 } },
      [{ a: 2 }, { a: Long.fromNumber(2) }, { a: [0, 5] }],
      [{ a: 1 }, { a: "2" }, { a: new Date(5) }, {}],
    ],
    [{ a: { $gte: 1, $lte: 3 } }, [{ a: 1 }, { a: 3 }, { a: [0, 5] }], [{ a: 0 }, { a: 4 }]],
    [{ a: { $lt: "b" } }, [{ a: "a" }, { a: "" }], [{ a: "b" }, { a: 1 }, { a: null }]],
    [{ a: { $gte: null } }, [{}, { a: null }], [{ a: 1 }]],
    [{ a: { $gt: null } }, [], [{}, { a: null }, { a: 1 }]],
    [{ a: { $lt: 5 } }, [], [{ a: Number.NaN }]],
    [{ a: { $gte: Number.NaN } }, [{ a: Number.NaN }], [{ a: 1 }]],
    [{ a: { $lt: new MaxKey() } }, [{ a: 1 }, { a: "x" }], [{ a: new MaxKey() }]],
    [
      { a: { $gt: Long.fromString("9007199254740992") } },
      [{ a: Long.fromString("9007199254740993") }],
      [{ a: 9007199254740992 }],
    ],
    [{ a: { $ne: 1 } }, [{ a: 2 }, {}, { a: [2, 3] }], [{ a: 1 }, { a: [1, 2] }]],
    [{ a: { $eq: { $gt: 1 } } }, [{ a: { $gt: 1 } }], [{ a: 2 }]],
  ],
  lists: [
    [{ a: { $in: [1, "x", null] } }, [{ a: 1 }, { a: "x" }, {}, { a: [5, 1] }], [{ a: 2 }]],
    [{ a: { $in: [/^x/] } }, [{ a: "xy" }], [{ a: "yx" }]],
    [
      { a: { $in: [1, 2, 3, 4, 5, 6, 7, 8, 9, [10]] } },
      [{ a: new Double(9) }, { a: [10] }, { a: [0, 3] }],
      [{ a: 10 }, {}],
    ],
    [{ a: { $in: [] } }, [], [{ a: 1 }, {}]],
    [{ a: { $nin: [1, null] } }, [{ a: 2 }, { a: [2] }], [{ a: 1 }, {}, { a: [1, 2] }]],
    [{ a: { $all: [1, 2] } }, [{ a: [2, 1, 3] }], [{ a: [1] }, { a: 1 }]],
    [{ a: { $all: [1] } }, [{ a: 1 }, { a: [1] }], []],
    [{ a: { $all: [] } }, [], [{ a: [] }, { a: 1 }]],
    [
      { a: { $all: [{ $elemMatch: { x: 1 } }, { $elemMatch: { x: 2 } }] } },
      [{ a: [{ x: 1 }, { x: 2 }] }],
      [{ a: [{ x: 1 }] }],
    ],
  ],
  logic: [
    [{ $and: [{ a: 1 }, { b: 2 }] }, [{ a: 1, b: 2 }], [{ a: 1 }]],
    [
      { $or: [{ a: 1 }, { b: 2 }], c: 3 },
      [
        { a: 1, c: 3 },
        { b: 2, c: 3 },
      ],
      [{ a: 1 }, { c: 3 }],
    ],
    [{ $nor: [{ a: 1 }, { b: 2 }] }, [{ a: 2 }], [{ a: 1 }, { b: 2 }]],
    [{ a: { $not: { $gt: 1 } } }, [{ a: 1 }, {}, { a: "x" }], [{ a: 2 }, { a: [0, 2] }]],
    [{ a: { $not: /x/ } }, [{ a: "y" }, {}], [{ a: "x" }]],
    [{ $expr: { $gt: ["$a", "$b"] } }, [{ a: 2, b: 1 }, { a: 1 }], [{ a: 1, b: 2 }]],
    [{ $comment: "why", a: 1 }, [{ a: 1 }], [{ a: 2 }]],
  ],
  elements: [
    [{ a: { $exists: true } }, [{ a: null }, { a: [] }], [{}]],
    [{ "a.b": { $exists: false } }, [{}, { a: [] }, { a: [1] }], [{ a: { b: null } }, { a: [{}, { b: 1 }] }]],
    [{ a: { $type: "string" } }, [{ a: "x" }, { a: [1, "x"] }], [{ a: 1 }, {}]],
    [{ a: { $type: ["int", "null"] } }, [{ a: 1 }, { a: null }], [{ a: new Double(1) }, {}]],
    [{ a: { $type: "number" } }, [{ a: 1 }, { a: 1.5 }, { a: Long.ONE }], [{ a: "1" }]],
    [{ a: { $type: 4 } }, [{ a: [] }, { a: [[1]] }], [{ a: 1 }]],
    [{ a: { $size: 2 } }, [{ a: [1, 2] }], [{ a: [1] }, { a: [[1, 2]] }, { a: 2 }, {}]],
    [{ a: { $elemMatch: { $gt: 1, $lt: 4 } } }, [{ a: [0, 3] }], [{ a: [0, 5] }, { a: 3 }]],
    [
      { a: { $elemMatch: { x: 1, y: 2 } } },
      [{ a: [{ x: 1, y: 2 }] }],
      [{ a: [{ x: 1 }, { y: 2 }] }, { a: { x: 1, y: 2 } }],
    ],
    [{ a: { $elemMatch: { $or: [{ x: 1 }, { x: 2 }] } } }, [{ a: [{ x: 2 }] }], [{ a: [{ x: 3 }] }]],
    [{ a: { $mod: [4, 1] } }, [{ a: 5 }, { a: 1.9 }, { a: Long.fromNumber(9) }], [{ a: 4 }, { a: "5" }]],
  ],
  "regular expressions": [
    [{ a: /b/ }, [{ a: "abc" }, { a: ["x", "b"] }, { a: new BSONRegExp("b") }], [{ a: "ABC" }, { a: 1 }, {}]],
    [{ a: { $regex: "^B", $options: "i" } }, [{ a: "bc" }], [{ a: "abc" }]],
    [{ a: { $regex: "É", $options: "i" } }, [{ a: "café" }], [{ a: "cafe" }]],
    [{ a: { $regex: "a.c", $options: "s" } }, [{ a: "a\nc" }], [{ a: "ac" }]],
    [{ a: { $regex: "^b$", $options: "m" } }, [{ a: "a\nb\nc" }], [{ a: "ab" }]],
    [{ a: { $regex: "b$" } }, [{ a: "ab" }, { a: "ab\n" }], [{ a: "ab\nc" }]],
    [{ a: { $regex: "1\\-2\\@\\." } }, [{ a: "1-2@." }], [{ a: "1-2@x" }]],
    [{ a: { $regex: "^.$" } }, [{ a: "😀" }], [{ a: "😀😀" }]],
    [{ a: { $regex: "x[\\s$]y" } }, [{ a: "x y" }, { a: "x$y" }], [{ a: "x\u00a0y" }]],
  ],
};

describe.each(Object.entries(cases))("%s", (_name, list) => {
  test.each(list.map((each): [string, Case] => [JSON.stringify(each[0]), each]))(
    "%s",
    (_filter, [filter, yes, no]) => {
      for (const document of yes) expect([document, matches(filter, document)]).toEqual([document, true]);
      for (const document of no) expect([document, matches(filter, document)]).toEqual([document, false]);
    },
  );
});

const refused: readonly [object, number, string][] = [
  [{ $where: "1" }, 2, "unknown top level operator: $where"],
  [{ a: { $near: 1 } }, 2, "unknown operator: $near"],
  [{ a: { $gt: 1, b: 2 } }, 2, "unknown operator: b"],
  [{ $and: [] }, 2, "nonempty array"],
  [{ $or: {} }, 2, "$or must be an array"],
  [{ $or: [1] }, 2, "entries need to be full objects"],
  [{ a: { $in: 1 } }, 2, "$in needs an array"],
  [{ a: { $in: [{ $gt: 1 }] } }, 2, "cannot nest $ under $in"],
  [{ a: { $ne: /x/ } }, 2, "regex as arg to $ne"],
  [{ a: { $gt: /x/ } }, 2, "RegEx"],
  [{ a: { $not: 1 } }, 2, "$not needs a regex or a document"],
  [{ a: { $not: {} } }, 2, "$not cannot be empty"],
  [{ a: { $size: "x" } }, 9, "$size"],
  [{ a: { $size: -1 } }, 9, "$size"],
  [{ a: { $type: "text" } }, 2, "Unknown type name alias: text"],
  [{ a: { $type: 77 } }, 2, "Invalid numerical type code"],
  [{ a: { $type: [] } }, 9, "at least one type"],
  [{ a: { $mod: [0, 1] } }, 2, "divisor cannot be 0"],
  [{ a: { $mod: [2] } }, 2, "malformed mod"],
  [{ a: { $elemMatch: 1 } }, 2, "$elemMatch needs an Object"],
  [{ a: { $all: 1 } }, 2, "$all needs an array"],
  [{ a: { $all: [{ $gt: 1 }] } }, 2, "no $ expressions in $all"],
  [{ a: { $regex: 1 } }, 2, "$regex has to be a string"],
  [{ a: { $regex: "(" } }, 51091, "Regular expression is invalid"],
  [{ a: { $regex: "\\Aa" } }, 51091, "\\A is not supported"],
  [{ a: { $regex: "[[:alpha:]]" } }, 51091, "POSIX classes"],
  [{ a: { $regex: "a", $options: "x" } }, 2, "option x"],
  [{ a: { $regex: "a", $options: "q" } }, 2, "invalid flag"],
  [{ a: { $options: "i" } }, 2, "$options needs a $regex"],
];

test.each(refused)("%j is refused with code %d", (filter, code, message) => {
  const compile = () => compileFilter(doc(filter));
  expect(compile).toThrow(CommandError);
  expect(compile).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
});
