import { describe, expect, test } from "@jest/globals";
import { Binary, Double, Long, ObjectId } from "bson";
import fc from "fast-check";
import { anyValue } from "../testing/arbitraries.ts";
import { value } from "../testing/documents.ts";
import { compareValues, identicalValues } from "./compare.ts";
import { hashKey } from "./hash-key.ts";
import type { Value } from "./value.ts";

/** Every value is greater than all values before it. */
const ascending: unknown[] = [
  null,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  -1e308,
  Long.MIN_VALUE,
  -1.5,
  -1,
  0,
  5e-324,
  0.1,
  1,
  9007199254740992,
  Long.fromString("9007199254740993"),
  9007199254740994,
  Long.MAX_VALUE,
  2 ** 63,
  1e308,
  Number.POSITIVE_INFINITY,
  "",
  "A",
  "a",
  "aa",
  "b",
  "\ud7ff",
  "\ue000",
  "\uffff",
  "\u{10000}",
  {},
  { a: 1 },
  { a: 1, b: 1 },
  { b: 0 },
  { a: "x" },
  [],
  [1],
  [1, 0],
  [2],
  ["a"],
  new Binary(Buffer.from([])),
  new Binary(Buffer.from([9])),
  new Binary(Buffer.from([1, 1])),
  new Binary(Buffer.from([1, 1]), 5),
  new ObjectId("000000000000000000000001"),
  new ObjectId("0f0000000000000000000000"),
  false,
  true,
  new Date(-1),
  new Date(0),
];

describe("BSON comparison order", () => {
  const values = ascending.map(value);

  test("every pair of values compares in the BSON order", () => {
    const wrong = values.flatMap((a, i) =>
      values.flatMap((b, j) =>
        Math.sign(compareValues(a, b)) === Math.sign(i - j) ? [] : [[ascending[i], ascending[j]]],
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("a missing value comes before null", () => {
    expect(compareValues(undefined, null)).toBeLessThan(0);
  });

  test("numbers of different types are equal by value, but not identical", () => {
    const ones = [1, new Double(1), Long.fromNumber(1)].map(value);
    for (const a of ones) {
      for (const b of ones) {
        expect(compareValues(a, b)).toBe(0);
        expect(hashKey(a)).toBe(hashKey(b));
        expect(identicalValues(a, b)).toBe(a === b);
      }
    }
    expect(compareValues(value(-0), value(0))).toBe(0);
  });

  test("the BSON order is total, and equal values have the same hash key", () => {
    const any = anyValue.map(value);
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        const order = compareValues(a, b);
        expect(Math.sign(compareValues(b, a)) + Math.sign(order)).toBe(0);
        expect(hashKey(a) === hashKey(b)).toBe(order === 0);
        const sorted = [a, b, c].sort(compareValues) as [Value, Value, Value];
        expect(compareValues(sorted[0], sorted[2])).toBeLessThanOrEqual(0);
      }),
    );
  });
});
