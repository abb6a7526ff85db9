import { describe, expect, test } from "@jest/globals";
import {
  Binary,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from "bson";
import fc from "fast-check";
import { anyValue } from "../testing/arbitraries.ts";
import { value } from "../testing/documents.ts";
import { compareValues, identicalValues } from "./compare.ts";
import { hashKey } from "./hash-key.ts";
import type { Value } from "./value.ts";

const decimal = (text: string) => Decimal128.fromString(text);

/** Every value stands above all the ones before it. */
const ascending: unknown[] = [
  new MinKey(),
  null,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  decimal("-1E+400"),
  -1e308,
  Long.MIN_VALUE,
  -1.5,
  -1,
  decimal("-0.1"),
  0,
  5e-324,
  decimal("0.1"),
  // The double nearest to 0.1 is a little more than 0.1.
  0.1,
  1,
  decimal("1.000000000000000000000000000000001"),
  9007199254740992,
  Long.fromString("9007199254740993"),
  decimal("9007199254740993.5"),
  9007199254740994,
  Long.MAX_VALUE,
  2 ** 63,
  1e308,
  decimal("1E+400"),
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
  new Timestamp({ t: 1, i: 5 }),
  new Timestamp({ t: 4_000_000_000, i: 0 }),
  new BSONRegExp("a"),
  new BSONRegExp("a", "i"),
  new BSONRegExp("b"),
  new Code("a"),
  new MaxKey(),
];

describe("BSON comparison order", () => {
  const values = ascending.map(value);

  test("every pair of the list stands in its order", () => {
    const wrong = values.flatMap((a, i) =>
      values.flatMap((b, j) =>
        Math.sign(compareValues(a, b)) === Math.sign(i - j) ? [] : [[ascending[i], ascending[j]]],
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("a missing value stands below null", () => {
    expect(compareValues(undefined, null)).toBeLessThan(0);
    expect(compareValues(value(new MinKey()), undefined)).toBeLessThan(0);
  });

  test("numbers of all types are equal by value, yet not identical", () => {
    const ones = [1, new Double(1), Long.fromNumber(1), decimal("1"), decimal("1.00")].map(value);
    for (const a of ones) {
      for (const b of ones) {
        expect(compareValues(a, b)).toBe(0);
        expect(hashKey(a)).toBe(hashKey(b));
        expect(identicalValues(a, b)).toBe(a === b);
      }
    }
    expect(compareValues(value(-0), value(0))).toBe(0);
    expect(compareValues(value(decimal("NaN")), value(Number.NaN))).toBe(0);
  });

  test("it is a total order, and equal values share their hash key", () => {
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
