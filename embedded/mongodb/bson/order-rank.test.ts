import { expect, test } from "@jest/globals";
import { Double } from "bson";
import fc from "fast-check";
import { compareKeys } from "../store/index-key.ts";
import { anyValue } from "../testing/arbitraries.ts";
import { value } from "../testing/documents.ts";
import { compareValues } from "./compare.ts";
import { orderRank, RANKS } from "./order-rank.ts";
import type { Value } from "./value.ts";

const ranksRise = (a: Value, b: Value) => {
  if (orderRank(a) < orderRank(b)) expect(compareValues(a, b)).toBeLessThan(0);
  if (compareValues(a, b) === 0) expect(orderRank(a)).toBe(orderRank(b));
};

test("values of any types have ranks that rise with their order", () => {
  fc.assert(
    fc.property(anyValue, anyValue, (a, b) => ranksRise(value(a), value(b))),
    { numRuns: 500 },
  );
});

test("texts of any characters have ranks that rise with their order", () => {
  const text = fc.string({ unit: "binary", maxLength: 8 });
  fc.assert(fc.property(text, text, ranksRise), { numRuns: 2_000 });
  const borders = [
    "",
    "\0",
    "a",
    "a\0",
    "abcdef",
    "abcdefg",
    "ab\u00fe",
    "ab\u00ff",
    "ab\u0100z",
    "ab\ud83d\ude00",
    "ab\uffee",
  ];
  for (const a of borders) for (const b of borders) ranksRise(a, b);
});

test("numbers of all types have ranks that rise with their order", () => {
  const number = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.integer().map((whole) => new Double(whole)),
  );
  fc.assert(fc.property(number, number, ranksRise), { numRuns: 2_000 });
  const borders = [
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    -1,
    -Number.MIN_VALUE,
    -0,
    0,
    0n,
    new Double(0),
    5e-324,
    1,
    1n,
  ];
  for (const a of borders) for (const b of borders) ranksRise(a, b);
});

test("different whole numbers, times and short texts have different ranks", () => {
  const different: [Value, Value][] = [
    [1, 2],
    [2_147_483_646, 2_147_483_647],
    [60_466_175, 60_466_176],
    [new Date("2026-12-24T18:00:00Z"), new Date("2026-12-24T18:00:01Z")],
    ["abcdef", "abcdeg"],
    [false, true],
    [null, false],
  ];
  for (const [a, b] of different) expect(orderRank(a)).not.toBe(orderRank(b));
});

test("keys of two values have ranks that rise with their order, in either direction of the second one", () => {
  const first = fc.oneof(
    fc.constantFrom<Value>(
      null,
      false,
      true,
      "",
      "\0",
      "a",
      0,
      -0,
      0n,
      1,
      1n,
      new Double(1),
      1.5,
      0.25,
      -1,
      255,
      256,
      300,
    ),
    anyValue.map(value),
  );
  const key = fc.tuple(first, first);
  fc.assert(
    fc.property(key, key, fc.boolean(), (a, b, isDescending) => {
      const rank = ([one, two]: readonly Value[]) => {
        const next = orderRank(two ?? null);
        return orderRank(one ?? null, isDescending ? RANKS - 1 - next : next);
      };
      const order = compareKeys(a, b, [1, isDescending ? -1 : 1]);
      if (rank(a) < rank(b)) expect(order).toBeLessThan(0);
      if (order === 0) expect(rank(a)).toBe(rank(b));
    }),
    { numRuns: 2_000 },
  );
});

test("keys with the same first value and different second values have different ranks if the first value is frequent", () => {
  for (const first of [null, true, "", 0, 3]) {
    const ranks = [60_466_176, 2_000_000_000, new Date(), "abcd"].map((second) =>
      orderRank(first, orderRank(second)),
    );
    expect(new Set(ranks).size).toBe(4);
  }
});
