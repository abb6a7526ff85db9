import { inspect } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { Double, Long, ObjectId } from "bson";
import fc from "fast-check";
import { CommandError } from "../protocol/errors.ts";
import { collectionWith, idsIn } from "../testing/collections.ts";
import { emptyCollection, filterSql } from "./filter.ts";

type Case = readonly [filter: object, matching: readonly object[], other: readonly object[]];

const cases: Record<string, readonly Case[]> = {
  equality: [
    [{ a: 1 }, [{ a: 1 }, { a: new Double(1) }, { a: Long.ONE }], [{ a: "1" }, { a: 2 }, {}]],
    [{ a: null }, [{}, { a: null }], [{ a: 0 }, { a: "" }]],
    [{ a: new Date(5) }, [{ a: new Date(5) }], [{ a: 5 }, { a: new Date(6) }]],
    [{ a: true }, [{ a: true }], [{ a: 1 }, { a: false }, { a: "true" }]],
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
    [
      { a: { $gte: new Date(-1) } },
      [{ a: new Date(-1) }, { a: new Date(2) }],
      [{ a: new Date(-2) }, { a: true }, { a: 5 }, { a: "z" }],
    ],
    [{ a: { $lt: new Date(1) } }, [{ a: new Date(0) }], [{ a: false }, { a: 0 }, { a: new Date(1) }, {}]],
    [{ a: { $gt: 1, $lt: "b" } }, [], [{ a: 2 }, { a: "a" }]],
    [{ a: { $lte: Number.POSITIVE_INFINITY } }, [{ a: Number.POSITIVE_INFINITY }, { a: -1 }], [{ a: "" }]],
    [
      { a: { $gt: 9007199254740992n } },
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
    [
      { a: { $in: [new Date(1), true, "a\0b"] } },
      [{ a: new Date(1) }, { a: true }, { a: "a\0b" }],
      [{ a: 1 }, { a: "a" }],
    ],
    [
      { a: { $in: [9007199254740993n, Number.NEGATIVE_INFINITY] } },
      [{ a: Long.fromString("9007199254740993") }, { a: Number.NEGATIVE_INFINITY }],
      [{ a: 9007199254740992 }],
    ],
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
    [
      { $or: [{ a: { $regex: "B", $options: "i" } }, { $nor: [{ a: { $regex: "X", $options: "i" } }] }] },
      [{ a: "abx" }, { a: "c" }, {}],
      [{ a: "x" }],
    ],
    [{ a: { $regex: "É", $options: "i" } }, [{ a: "café" }], [{ a: "cafe" }]],
    [{ a: { $regex: "1-2@\\.\\(\\)" } }, [{ a: "1-2@.()" }], [{ a: "1-2@x()" }]],
    [{ a: { $regex: "a\\x00b" } }, [{ a: "a\0b" }], [{ a: "ab" }]],
    [{ a: { $regex: "\\\\x00\\." } }, [{ a: "\\x00." }], [{ a: "\0." }, { a: "x00." }]],
    [{ a: { $regex: "😀" } }, [{ a: "a😀" }], [{ a: "😁" }]],
    [{ a: { $regex: "" } }, [{ a: "" }, { a: "x" }], [{ a: 1 }]],
  ],
};

describe.each(Object.entries(cases))("a filter by %s", (_name, list) => {
  test.each(list.map((each): [string, Case] => [inspect(each[0], { depth: 5 }), each]))(
    "the filter %s finds the documents that the real server finds",
    (_filter, [filter, yes, no]) => {
      for (const keys of [[], [{ a: 1 } as const]]) {
        const collection = collectionWith(
          [...yes, ...no].map((each, _id) => ({ _id, ...each })),
          keys,
        );
        expect(idsIn(collection, filter)).toEqual([...yes.keys()]);
        expect(collection.count(filter as never)).toBe(yes.length);
      }
    },
  );
});

const refused: readonly [object, number, string][] = [
  [{ $where: "1" }, 238, "filters by $where"],
  [{ $gt: 1 }, 238, "filters by $gt"],
  [{ a: { $exists: true } }, 238, "filters by $exists"],
  [{ a: { $not: { $gt: 1 } } }, 238, "filters by $not"],
  [{ a: { $and: [] } }, 238, "filters by $and"],
  [{ a: { $gt: 1, b: 2 } }, 238, "filters by b"],
  [{ "a.b": 1 }, 238, "nested fields, such as 'a.b'"],
  [{ a: /x/ }, 238, "filters by arrays"],
  [{ a: { x: 1 } }, 238, "filters by arrays, documents"],
  [{ a: { $gt: Number.NaN } }, 238, "values without an order"],
  [{ a: [1] }, 238, "filters by arrays"],
  [{ a: { $gt: [1] } }, 238, "filters by arrays"],
  [{ a: { $in: [[1]] } }, 238, "filters by arrays"],
  [{ $or: [] }, 2, "nonempty array"],
  [{ $and: { a: 1 } }, 2, "nonempty array"],
  [{ $and: [1] }, 2, "entries need to be full objects"],
  [{ $or: [1] }, 2, "entries need to be full objects"],
  [{ a: { $in: 1 } }, 2, "$in needs an array"],
  [{ a: { $in: [{ $gt: 1 }] } }, 2, "cannot nest $ under $in"],
  [{ a: { $regex: 1 } }, 2, "$regex has to be a string"],
  [{ a: { $regex: "^a" } }, 238, "patterns other than an escaped text"],
  [{ a: { $regex: "\\d" } }, 238, "patterns other than an escaped text"],
  [{ a: { $regex: "a\\" } }, 238, "patterns other than an escaped text"],
  [{ a: { $regex: "a", $options: "x" } }, 238, "other regex options than i"],
  [{ a: { $regex: "a", $options: "q" } }, 2, "invalid flag"],
  [{ a: { $options: "i" } }, 2, "$options needs a $regex"],
];

test.each(refused)("the filter %j is refused with code %d", (filter, code, message) => {
  const compile = () => filterSql(filter as never, emptyCollection);
  expect(compile).toThrow(CommandError);
  expect(compile).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
});

test.each([
  [{ a: [1] }, { a: 1 }],
  [{ a: { x: 1 } }, { a: null }],
  [{ a: Number.NaN }, { a: { $lt: 1 } }],
  [{ a: ["x"] }, { a: { $regex: "x" } }],
])("after the document %j, whose field has no order here, the filter %j is refused", (document, filter) => {
  expect(() => idsIn(collectionWith([{ a: 1 }, document]), filter)).toThrow(
    expect.objectContaining({ code: 238 }),
  );
});

test("a search that ignores case finds the same texts as an expression, also with letters beyond ASCII", () => {
  const letter = fc.constantFrom(..."kKsSiIaA\u212a\u017f\u0130\u0131\u00e9\u00c9 -");
  const word = fc.string({ unit: letter, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), word, (texts, sought) => {
      const collection = collectionWith(texts.map((text, _id) => ({ _id, text })));
      const expression = new RegExp(sought, "iu");
      expect(idsIn(collection, { text: { $regex: sought, $options: "i" } })).toEqual(
        texts.flatMap((text, i) => (expression.test(text) ? [i] : [])),
      );
    }),
    { numRuns: 200 },
  );
});
