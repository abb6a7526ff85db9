import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { compareValues } from "../bson/compare.ts";
import { orderRank } from "../bson/order-rank.ts";
import type { Value } from "../bson/value.ts";
import { value } from "../testing/documents.ts";

/**
 * Values in a fixed order of drawing. A snapshot has the order of its documents and their ranks, so the code
 * that reads it must order values in the same way.
 */
const texts = ["", "a", "B", "abcdefg", "abcdefh", "é", "😀", "~"];
const numbers = [0, 1, 1.5, -3, 255, 256, 1e12, -1e-9, 9_007_199_254_740_991n];
const values = [...texts, ...numbers, null, true, false, new Date(0), new Date(1_700_000_000_000)].map(value);

test("a snapshot's order of values is the recorded one; another order needs the next number of the format", () => {
  const ranks = values.flatMap((first) => values.map((next) => orderRank(first, orderRank(next))));
  const orders = values.flatMap((a: Value) => values.map((b: Value) => Math.sign(compareValues(a, b))));
  const digest = createHash("sha256")
    .update(JSON.stringify([ranks, orders]))
    .digest("hex");
  expect(digest.slice(0, 16)).toBe("6f1e8ea445e7926d");
});
