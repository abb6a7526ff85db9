import { expect, test } from "@jest/globals";
import { median, percentile } from "@ornament/testing/suites/percentile";

test("a percentile is a measured value, in any order of measuring", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 3, 2, 1])).toBe(2);
  expect(median([])).toBe(0);
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect([0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([95, 99, 100]);
});
