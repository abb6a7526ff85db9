import { expect, test } from "@jest/globals";
import { figureLine, latencyLine, median, percentile, ratioLine, ratioOf } from "./figures.ts";

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

test("a ratio of the bench compares medians, so that one slow answer changes nothing", () => {
  expect(ratioOf({ what: "", times: [3, 3, 900], plain: [2, 2, 2] })).toBe(1.5);
});

test.each([
  [[1.5], "1.50 ×"],
  [[1.51], "1.51 ×  above 1.5"],
])("an answer that takes %s times the plain page is printed as %j", (times, end) => {
  expect(ratioLine({ what: "Blocked", times, plain: [1] }).replace(/^.* ms +/, "")).toBe(end);
});

test("lines of the bench show small figures with one decimal place", () => {
  expect(figureLine("Start", 9.04, "ms")).toMatch(/^Start +9\.0 ms$/);
  expect(figureLine("Start", 1234.5, "ms")).toMatch(/^Start +1235 ms$/);
  expect(latencyLine("A page", [1, 2, 30])).toMatch(/^A page +2\.0 ms \(p99 2\.0 ms\)$/);
});
