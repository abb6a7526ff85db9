import { describe, expect, test } from "@jest/globals";
import { pagerWindow, rowRange } from "./pager-window.ts";

const shown = (page: number, pages: number) =>
  pagerWindow(page, pages)
    .map((item) => (typeof item === "number" ? item : "…"))
    .join(" ");

describe("the pager", () => {
  test("shows all pages up to 10", () => {
    expect(shown(1, 1)).toBe("1");
    expect(shown(4, 10)).toBe("1 2 3 4 5 6 7 8 9 10");
  });

  test("above 10 shows 3 at each end and 3 around the page", () => {
    expect(shown(10, 20)).toBe("1 2 3 … 9 10 11 … 18 19 20");
    expect(shown(6, 11)).toBe("1 2 3 … 5 6 7 … 9 10 11");
  });

  test("near an end the window runs into it", () => {
    expect(shown(1, 20)).toBe("1 2 3 … 18 19 20");
    expect(shown(3, 20)).toBe("1 2 3 4 … 18 19 20");
    expect(shown(5, 20)).toBe("1 2 3 4 5 6 … 18 19 20");
    expect(shown(17, 20)).toBe("1 2 3 … 16 17 18 19 20");
    expect(shown(20, 20)).toBe("1 2 3 … 18 19 20");
  });

  test("never names a page twice and always in order", () => {
    for (let pages = 1; pages <= 40; pages++)
      for (let page = 1; page <= pages; page++) {
        const numbers = pagerWindow(page, pages).filter((item) => typeof item === "number");
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect(numbers).toContain(page);
      }
  });

  test("every gap has a name of its own", () => {
    expect(pagerWindow(10, 20).filter((item) => typeof item === "string")).toEqual([
      "gap-before",
      "gap-after",
    ]);
  });
});

test("the range of rows ends with the last one", () => {
  expect(rowRange(1, 10, 4)).toEqual({ start: 1, end: 4 });
  expect(rowRange(3, 25, 60)).toEqual({ start: 51, end: 60 });
});
