import { expect, test } from "@jest/globals";
import { pagerWindow, rowRange } from "./table-foot.tsx";

const shown = (page: number, pages: number) =>
  pagerWindow(page, pages)
    .map((item) => (typeof item === "number" ? item : "…"))
    .join(" ");

test("the pager shows all pages when there are at most 10", () => {
  expect(shown(1, 1)).toBe("1");
  expect(shown(4, 10)).toBe("1 2 3 4 5 6 7 8 9 10");
});

test("the pager of more than 10 pages shows 3 at each end and 3 around the current page", () => {
  expect(shown(10, 20)).toBe("1 2 3 … 9 10 11 … 18 19 20");
  expect(shown(6, 11)).toBe("1 2 3 … 5 6 7 … 9 10 11");
});

test("the pager has a gap on one side only near the first or last page", () => {
  expect(shown(1, 20)).toBe("1 2 3 … 18 19 20");
  expect(shown(3, 20)).toBe("1 2 3 4 … 18 19 20");
  expect(shown(5, 20)).toBe("1 2 3 4 5 6 … 18 19 20");
  expect(shown(17, 20)).toBe("1 2 3 … 16 17 18 19 20");
  expect(shown(20, 20)).toBe("1 2 3 … 18 19 20");
});

test("the pager lists pages in order and none twice", () => {
  for (let pages = 1; pages <= 40; pages++)
    for (let page = 1; page <= pages; page++) {
      const numbers = pagerWindow(page, pages).filter((item) => typeof item === "number");
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(numbers).toContain(page);
    }
});

test("the two gaps of a pager have different names", () =>
  expect(pagerWindow(10, 20).filter((item) => typeof item === "string")).toEqual([
    "gap-before",
    "gap-after",
  ]));

test("the range of rows on the last page ends with the last row", () => {
  expect(rowRange(1, 10, 4)).toEqual({ start: 1, end: 4 });
  expect(rowRange(3, 25, 60)).toEqual({ start: 51, end: 60 });
});
