import { describe, expect, test } from "@jest/globals";
import { dateRangeProblems, dateRangeRefusal, formatDateEntry, wholeDate } from "./date-entry.ts";

const zone = "America/Chicago";

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
    ["12/01/20", "12/01/20"],
    ["12/01/20269", "12/01/2026"],
    ["2026-11-22", "11/22/2026"],
    ["11/22/26 05:10:00 pm", "11/22/2026"],
    ["soon", ""],
  ])("a date entered as %j is shown as %j", (raw, entry) => expect(formatDateEntry(raw, zone)).toBe(entry));

  test.each(["12012026", "1/5/2026", "2026-11-22", "12/01/2026"])(
    "a date typed key by key as %s is complete at the end",
    (keys) => {
      let shown = "";
      for (const key of keys) shown = formatDateEntry(shown + key, zone);
      expect(shown).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
      expect(shown).toBe(wholeDate(keys, zone) ?? "12/01/2026");
    },
  );
});

describe("reading a whole date", () => {
  test.each([
    ["11/22/26 05:10:00 pm", "11/22/2026"],
    [" 11/22/26, 5:10 PM ", "11/22/2026"],
    ["11/22/26", "11/22/2026"],
    ["1/5/26", "01/05/2026"],
    ["11/22/2026", "11/22/2026"],
    ["2026-11-22", "11/22/2026"],
    ["2026-11-22T10:00:00Z", "11/22/2026"],
    ["2026-11-22T10:00:00", "11/22/2026"],
    ["2026-02-30", "02/30/2026"],
    ["2026-02-30T10:00:00Z", "02/30/2026"],
    ["13/45/26", "13/45/2026"],
  ])("%j is read as %s", (text, date) => expect(wholeDate(text, zone)).toBe(date));

  test("an instant belongs to its day in the browser's time zone", () => {
    expect(wholeDate("2026-11-22T03:00:00.000Z", zone)).toBe("11/21/2026");
    expect(wholeDate("2026-11-22T03:00:00.000Z", "Asia/Tokyo")).toBe("11/22/2026");
    expect(wholeDate("2026-11-22T23:30:00+01:00", "Asia/Tokyo")).toBe("11/23/2026");
  });

  test.each(["", "soon", "11/22", "1122", "ABCD-123", "22 November 2026"])("%j is not a whole date", (text) =>
    expect(wholeDate(text, zone)).toBeUndefined(),
  );
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

test("the sentence about impossible dates names the field", () => {
  expect(dateRangeRefusal({ startDate: "", endDate: "" })).toBeUndefined();
  expect(dateRangeRefusal({ startDate: "12/02/2026", endDate: "12/01/2026" })).toBe(
    "From cannot be later than To.",
  );
  expect(dateRangeRefusal({ startDate: "yesterday", endDate: "" })).toBe("From: Invalid date (MM/DD/YYYY).");
  expect(dateRangeRefusal({ startDate: "12/01/2026", endDate: "02/30/2026" })).toBe(
    "To: Invalid date (MM/DD/YYYY).",
  );
});
