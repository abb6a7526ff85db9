import { describe, expect, test } from "@jest/globals";
import { deserialize } from "bson";
import { encodeDocument } from "../bson/encode.ts";
import { doc } from "../testing/documents.ts";
import { compileAddedFields, compileExclusion, compileProjection } from "./projection.ts";

const shown = (document: object) => JSON.stringify(deserialize(encodeDocument(document)));
const project = (spec: object, document: object) =>
  compileProjection(doc(spec), new Set())(doc(document), new Map());

const cases: readonly (readonly [spec: object, document: object, result: object])[] = [
  [{ a: 1 }, { _id: 1, a: 2, b: 3 }, { _id: 1, a: 2 }],
  [{ a: 1, _id: 0 }, { _id: 1, a: 2, b: 3 }, { a: 2 }],
  [
    { b: true, a: 1 },
    { a: 1, _id: 1, b: 2, c: 3 },
    { a: 1, _id: 1, b: 2 },
  ],
  [{ _id: 1 }, { _id: 1, a: 2 }, { _id: 1 }],
  [{ _id: 0 }, { _id: 1, a: 2 }, { a: 2 }],
  [
    { a: 0, "b.c": 0 },
    { _id: 1, a: 2, b: { c: 1, d: 2 } },
    { _id: 1, b: { d: 2 } },
  ],
  [{ "a.b": 1 }, { _id: 1, a: { b: 1, c: 2 } }, { _id: 1, a: { b: 1 } }],
  [{ a: { b: 1 } }, { _id: 1, a: [{ b: 1, c: 2 }, 5, {}] }, { _id: 1, a: [{ b: 1 }, {}] }],
  [{ "a.b": 1 }, { _id: 1, a: 5 }, { _id: 1 }],
  [{ "a.b": 0 }, { _id: 1, a: [{ b: 1, c: 2 }, 5] }, { _id: 1, a: [{ c: 2 }, 5] }],
  [
    { a: 1, sum: { $add: ["$a", "$b"] } },
    { _id: 1, a: 2, b: 3 },
    { _id: 1, a: 2, sum: 5 },
  ],
  [
    { a: "$b", c: "plain" },
    { _id: 1, a: 2, b: 3 },
    { _id: 1, a: 3, c: "plain" },
  ],
  [{ _id: 0, "x.y": "$a" }, { _id: 1, a: 2 }, { x: { y: 2 } }],
  [{ _id: "$a" }, { _id: 1, a: 2 }, { _id: 2 }],
  [{ a: "$z" }, { _id: 1, a: 2 }, { _id: 1 }],
];

describe("projections", () => {
  test.each(cases)("%j of %j", (spec, document, result) => {
    expect(shown(project(spec, document))).toBe(shown(doc(result)));
  });

  test("added fields stand where they stood, or last", () => {
    const add = (spec: object, document: object) =>
      shown(compileAddedFields(doc(spec), new Set())(doc(document), new Map()));
    expect(add({ a: "$b", c: 1 }, { a: 1, b: 2 })).toBe(shown(doc({ a: 2, b: 2, c: 1 })));
    expect(add({ "a.x": 1 }, { a: [{ y: 1 }, 2], b: 3 })).toBe(
      shown(doc({ a: [{ y: 1, x: 1 }, { x: 1 }], b: 3 })),
    );
    expect(add({ "a.x": 1 }, { a: 5 })).toBe(shown(doc({ a: { x: 1 } })));
    expect(add({ a: "$$REMOVE" }, { a: 5, b: 1 })).toBe(shown(doc({ b: 1 })));
  });

  test("$unset takes fields away", () => {
    expect(shown(compileExclusion(["a", "b.c"])(doc({ a: 1, b: { c: 1, d: 2 } }), new Map()))).toBe(
      shown(doc({ b: { d: 2 } })),
    );
  });
});

const refused: readonly (readonly [spec: object, code: number, message: string])[] = [
  [{ a: 1, b: 0 }, 31254, "Cannot do exclusion on field b in inclusion projection"],
  [{ a: 0, b: 1 }, 31253, "Cannot do inclusion on field b in exclusion projection"],
  [{ a: 0, b: "$a" }, 31252, "exclusion projection"],
  [{ a: 1, "a.b": 1 }, 31250, "Path collision at a.b"],
  [{ a: {} }, 51270, "empty sub-projection"],
  [{ a: { $slice: 1 } }, 16020, "$slice"],
  [{ a: { $elemMatch: { x: 1 } } }, 168, "Unrecognized expression '$elemMatch'"],
  [{ a: { $meta: "textScore" } }, 168, "Unrecognized expression '$meta'"],
  [{ "a.$": 1 }, 16410, "may not start with '$'"],
  [{ "a..b": 1 }, 15998, "empty"],
];

test.each(refused)("%j is refused with code %d", (spec, code, message) => {
  expect(() => project(spec, {})).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
});
