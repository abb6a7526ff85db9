import { expect, test } from "@jest/globals";
import { median, percentile } from "./figures.ts";

test("the median of the bench is a measured value, and the order of measuring makes no difference", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 3, 2, 1])).toBe(2);
  expect(median([])).toBe(0);
  expect(
    percentile(
      Array.from({ length: 101 }, (_, n) => 100 - n),
      0.99,
    ),
  ).toBe(99);
});
