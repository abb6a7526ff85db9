import { expect, test } from "@jest/globals";
import { deserialize } from "bson";
import { bytesOf } from "../testing/collections.ts";
import { compileProjection } from "./projection.ts";

const project = (spec: object, document: object) =>
  JSON.stringify(deserialize(compileProjection(spec as never)(bytesOf(document))));

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
    { a: 0, z: 0 },
    { _id: 1, a: 2, b: 3 },
    { _id: 1, b: 3 },
  ],
  [{ a: 0, _id: 0 }, { _id: 1, a: 2, b: 3 }, { b: 3 }],
  [
    { a: 0, _id: 1 },
    { _id: 1, a: 2, b: 3 },
    { _id: 1, b: 3 },
  ],
  [{ a: 1 }, { _id: 1, a: { b: [1] }, c: 2 }, { _id: 1, a: { b: [1] } }],
];

test.each(cases)("the projection %j of %j gives the requested fields", (spec, document, result) => {
  expect(project(spec, document)).toBe(JSON.stringify(result));
});

const refused: readonly (readonly [spec: object, code: number, message: string])[] = [
  [{ a: 1, b: 0 }, 31254, "can't include and exclude"],
  [{ a: "$b" }, 238, "computed fields"],
  [{ a: {} }, 238, "computed fields"],
  [{ a: { $slice: 1 } }, 238, "computed fields"],
  [{ "a.b": 1 }, 238, "nested fields, such as 'a.b'"],
  [{ $a: 1 }, 238, "fields such as '$a'"],
  [{ "": 1 }, 238, "fields such as ''"],
];

test.each(refused)("the projection %j is refused with code %d", (spec, code, message) => {
  expect(() => project(spec, {})).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
});
