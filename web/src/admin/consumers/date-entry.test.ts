import { describe, expect, test } from "@jest/globals";
import { dateRangeProblems, formatDateEntry } from "./date-entry.ts";

describe("typing a date", () => {
  test.each([
    ["1", "1"],
    ["120", "12/0"],
    ["12012", "12/01/2"],
    ["12012026", "12/01/2026"],
    ["12/01/2026", "12/01/2026"],
    ["1/5/2026", "01/05/2026"],
    ["1-5-2026", "01/05/2026"],
    ["12/", "12/"],
    ["1/", "1/"],
    ["1/5/20", "1/5/20"],
    ["12/01/20269", "12/01/2026"],
    ["soon", ""],
  ])("a date entered as %j is shown as %j", (raw, entry) => expect(formatDateEntry(raw)).toBe(entry));
});

describe("a range of dates", () => {
  test("a range of dates may be open at either end", () => {
    expect(dateRangeProblems({ startDate: "", endDate: "" })).toEqual({});
    expect(dateRangeProblems({ startDate: "12/01/2026", endDate: "" })).toEqual({});
  });

  test("a range of dates may be one day", () =>
    expect(dateRangeProblems({ startDate: "12/01/2026", endDate: "12/01/2026" })).toEqual({}));

  test("a range of dates is refused if From is later than To", () =>
    expect(dateRangeProblems({ startDate: "12/02/2026", endDate: "12/01/2026" })).toEqual({
      startDate: "From cannot be later than To",
    }));

  test("a range of dates is refused if one of its days doesn't exist", () =>
    expect(dateRangeProblems({ startDate: "02/30/2026", endDate: "13/01/2026" })).toEqual({
      startDate: "Invalid date (MM/DD/YYYY)",
      endDate: "Invalid date (MM/DD/YYYY)",
    }));
});
