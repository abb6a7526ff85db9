import { describe, expect, test } from "@jest/globals";
import { Binary, Double, Long, ObjectId } from "bson";
import { CommandError } from "../protocol/errors.ts";
import { fieldsOf } from "../store/stored-document.ts";
import { doc } from "../testing/documents.ts";
import { compileFilter } from "./filter.ts";

const matches = (filter: object, document: object) => compileFilter(doc(filter))(fieldsOf(doc(document)));

type Case = readonly [filter: object, matching: readonly object[], other: readonly object[]];

const cases: Record<string, readonly Case[]> = {
  equality: [
    [{ a: 1 }, [{ a: 1 }, { a: new Double(1) }, { a: Long.ONE }], [{ a: "1" }, { a: 2 }, {}]],
    [{ a: null }, [{}, { a: null }], [{ a: 0 }, { a: {} }]],
    [{ a: { x: 1, y: 2 } }, [{ a: { x: 1, y: 2 } }], [{ a: { y: 2, x: 1 } }, { a: { x: 1 } }]],
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
      [{ a: 2 }, { a: Long.fromNumber(2) }],
      [{ a: 1 }, { a: "2" }, { a: new Date(5) }, {}],
    ],
    [{ a: { $gte: 1, $lte: 3 } }, [{ a: 1 }, { a: 3 }], [{ a: 0 }, { a: 4 }]],
    [{ a: { $lt: "b" } }, [{ a: "a" }, { a: "" }], [{ a: "b" }, { a: 1 }, { a: null }]],
    [{ a: { $gte: null } }, [{}, { a: null }], [{ a: 1 }]],
    [{ a: { $gt: null } }, [], [{}, { a: null }, { a: 1 }]],
    [{ a: { $lt: 5 } }, [], [{ a: Number.NaN }]],
    [{ a: { $gte: Number.NaN } }, [{ a: Number.NaN }], [{ a: 1 }]],
    [
      { a: { $gt: Long.fromString("9007199254740992") } },
      [{ a: Long.fromString("9007199254740993") }],
      [{ a: 9007199254740992 }],
    ],
  ],
  lists: [
    [{ a: { $in: [1, "x", null] } }, [{ a: 1 }, { a: "x" }, {}], [{ a: 2 }]],
    [
      { a: { $in: [1, 2, 3, 4, 5, 6, 7, 8, 9] } },
      [{ a: new Double(9) }, { a: Long.fromNumber(3) }],
      [{ a: 10 }, {}],
    ],
    [{ a: { $in: [] } }, [], [{ a: 1 }, {}]],
  ],
  "several conditions": [
    [{ a: 1, b: 2 }, [{ a: 1, b: 2 }], [{ a: 1 }]],
    [
      { $or: [{ a: 1 }, { b: 2 }], c: 3 },
      [
        { a: 1, c: 3 },
        { b: 2, c: 3 },
      ],
      [{ a: 1 }, { c: 3 }],
    ],
    [
      { a: { $gt: 1 }, $and: [{ a: { $lt: 5 } }, { $or: [{ a: 2 }, { b: 2 }] }] },
      [{ a: 2 }, { a: 3, b: 2 }],
      [{ a: 3 }, { a: 5, b: 2 }, { a: 1, b: 2 }],
    ],
    [
      { $and: [{ a: { $regex: "x" } }, { a: { $regex: "y" } }], b: 1 },
      [{ a: "yx", b: 1 }],
      [{ a: "x", b: 1 }, { a: "y", b: 1 }, { a: "xy", b: 2 }, { b: 1 }],
    ],
    [
      { $nor: [{ a: 1 }, { b: { $regex: "x" } }], c: 3 },
      [{ c: 3 }, { a: 2, b: "y", c: 3 }],
      [{ a: 1, c: 3 }, { a: 2, b: "yx", c: 3 }, { c: 4 }],
    ],
    [
      { $and: [{ $or: [{ a: 1 }, { b: 1 }] }, { b: { $gt: 0 } }] },
      [{ a: 1, b: 2 }, { b: 1 }],
      [{ a: 1 }, { b: 2 }],
    ],
  ],
  "texts searched for": [
    [{ a: { $regex: "b" } }, [{ a: "abc" }, { a: "b" }], [{ a: "ABC" }, { a: 1 }, {}]],
    [{ a: { $regex: "B", $options: "i" } }, [{ a: "abc" }], [{ a: "ac" }]],
    [{ a: { $regex: "É", $options: "i" } }, [{ a: "café" }], [{ a: "cafe" }]],
    [{ a: { $regex: "1-2@\\.\\(\\)" } }, [{ a: "1-2@.()" }], [{ a: "1-2@x()" }]],
    [{ a: { $regex: "a\\x00b" } }, [{ a: "a\0b" }], [{ a: "ab" }]],
    [{ a: { $regex: "\\\\x00\\." } }, [{ a: "\\x00." }], [{ a: "\0." }, { a: "x00." }]],
    [{ a: { $regex: "😀" } }, [{ a: "a😀" }], [{ a: "😁" }]],
    [{ a: { $regex: "" } }, [{ a: "" }, { a: "x" }], [{ a: 1 }]],
  ],
};

describe.each(Object.entries(cases))("a filter by %s", (_name, list) => {
  test.each(list.map((each): [string, Case] => [JSON.stringify(each[0]), each]))(
    "the filter %s finds the documents that the real server finds",
    (_filter, [filter, yes, no]) => {
      for (const document of yes) expect([document, matches(filter, document)]).toEqual([document, true]);
      for (const document of no) expect([document, matches(filter, document)]).toEqual([document, false]);
    },
  );
});

const refused: readonly [object, number, string][] = [
  [{ $where: "1" }, 238, "filters by $where"],
  [{ $text: { $search: "a" } }, 238, "filters by $text"],
  [{ $expr: true }, 238, "filters by $expr"],
  [{ $foo: 1 }, 2, "unknown top level operator: $foo"],
  [{ $gt: 1 }, 2, "unknown top level operator: $gt"],
  [{ a: { $near: 1 } }, 238, "filters by $near"],
  [{ a: { $exists: true } }, 238, "filters by $exists"],
  [{ a: { $not: { $gt: 1 } } }, 238, "filters by $not"],
  [{ a: { $foo: 1 } }, 2, "unknown operator: $foo"],
  [{ a: { $and: [] } }, 2, "unknown operator: $and"],
  [{ a: { $gt: 1, b: 2 } }, 2, "unknown operator: b"],
  [{ "a.b": 1 }, 238, "nested fields, such as 'a.b'"],
  [{ a: [1] }, 238, "filters by arrays"],
  [{ a: { $gt: [1] } }, 238, "filters by arrays"],
  [{ a: { $in: [[1]] } }, 238, "filters by arrays"],
  [{ $or: [] }, 2, "nonempty array"],
  [{ $or: {} }, 2, "$or must be an array"],
  [{ $and: [] }, 2, "nonempty array"],
  [{ $and: { a: 1 } }, 2, "$and must be an array"],
  [{ $and: [1] }, 2, "entries need to be full objects"],
  [{ $or: [1] }, 2, "entries need to be full objects"],
  [{ a: { $in: 1 } }, 2, "$in needs an array"],
  [{ a: { $in: [{ $gt: 1 }] } }, 2, "cannot nest $ under $in"],
  [{ a: { $regex: 1 } }, 2, "$regex has to be a string"],
  [{ a: { $regex: "^a" } }, 238, "patterns other than an escaped text"],
  [{ a: { $regex: "a.c" } }, 238, "patterns other than an escaped text"],
  [{ a: { $regex: "\\d" } }, 238, "patterns other than an escaped text"],
  [{ a: { $regex: "^(a+)+$" } }, 238, "patterns other than an escaped text"],
  [{ a: { $regex: "a\\" } }, 238, "patterns other than an escaped text"],
  [{ a: { $regex: "a", $options: "x" } }, 238, "other regex options than i"],
  [{ a: { $regex: "a", $options: "q" } }, 2, "invalid flag"],
  [{ a: { $options: "i" } }, 2, "$options needs a $regex"],
];

test.each(refused)("the filter %j is refused with code %d", (filter, code, message) => {
  const compile = () => compileFilter(doc(filter));
  expect(compile).toThrow(CommandError);
  expect(compile).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
});

test.each(["", "i"])(
  "a search with the options '%s' is refused if a long pattern and a long text would make it slow",
  ($options) => {
    const search = (pattern: number, text: number) =>
      matches({ a: { $regex: `${"a".repeat(pattern)}b`, $options } }, { a: "a".repeat(text) });
    expect(search(1_999, 10)).toBe(false);
    expect(search(10, 50_000)).toBe(false);
    expect(() => search(2_000, 10)).toThrow(expect.objectContaining({ code: 238 }));
    expect(() => search(10, 50_001)).toThrow(expect.objectContaining({ code: 238 }));
  },
);

test("a filter that meets an array in a document is refused, because each element would have to be compared", () => {
  expect(() => matches({ a: 1 }, { a: [1] })).toThrow(expect.objectContaining({ code: 238 }));
});
