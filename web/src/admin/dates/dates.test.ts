import { expect, test } from "@jest/globals";
import { dateRangeProblems, dateRangeRefusal, writtenDate } from "./date-entry.ts";
import { minuteIn } from "./date-kinds.ts";
import { datePresets } from "./date-presets.ts";
import { lastUsed } from "./last-used.ts";

const zone = "America/Chicago";
const dateIn = (text: string, timeZone = zone) => writtenDate(text, timeZone)?.date;

test.each([
  ["11/22/26 05:10:00 pm", "11/22/2026"],
  [" 11/22/26, 5:10 PM ", "11/22/2026"],
  ["11/22/26", "11/22/2026"],
  ["1/5/26", "01/05/2026"],
  ["1-5-2026", "01/05/2026"],
  ["12012026", "12/01/2026"],
  ["2026-11-22", "11/22/2026"],
  ["2026-11-22T10:00:00Z", "11/22/2026"],
  ["2026-11-22T10:00:00", "11/22/2026"],
  ["2026-02-30", "02/30/2026"],
  ["2026-02-30T10:00:00Z", "02/30/2026"],
  ["13/45/26", "13/45/2026"],
])("the date %j is read as %s", (text, date) => expect(dateIn(text)).toBe(date));

test("an instant belongs to its day in the browser's time zone", () => {
  expect(dateIn("2026-11-22T03:00:00.000Z")).toBe("11/21/2026");
  expect(dateIn("2026-11-22T03:00:00.000Z", "Asia/Tokyo")).toBe("11/22/2026");
  expect(dateIn("2026-11-22T23:30:00+01:00", "Asia/Tokyo")).toBe("11/23/2026");
});

test.each([
  "",
  "soon",
  "11/22",
  "1122",
  "12/",
  "1/5/202",
  "12/01/20269",
  "ABCD-123",
  "22 November 2026",
  "11/22/26 soon",
  "11/22/26 25:10",
  "11/22/26 13:10 pm",
  "11/22/26 5:60 pm",
])("%j is not a whole date", (text) => expect(dateIn(text)).toBeUndefined());

test.each([
  ["11/22/26 05:10:42 pm", "17:10"],
  ["11/22/2026 5:10 p.m.", "17:10"],
  ["11/22/2026 17:10", "17:10"],
  ["11/22/2026 12:05 am", "0:05"],
  ["11/22/2026 12:05 pm", "12:05"],
  ["11/22/2026 0:05", "0:05"],
  ["2026-11-22T05:10", "5:10"],
  ["2026-11-22T11:10:00Z", "5:10"],
])("the time of %j is %s", (text, time) => {
  const [hour, minute] = time.split(":").map(Number);
  expect(writtenDate(text, zone)?.minute).toBe((hour ?? 0) * 60 + (minute ?? 0));
});

test.each(["11/22/2026", "11/22/2026 5:10", "11/22/2026 12:10"])("%j has no time that is clear", (text) =>
  expect(writtenDate(text, zone)).toEqual({ date: "11/22/2026" }),
);

const minute = minuteIn(zone);

test.each([
  ["11/01/2026 01:30 am CDT", "2026-11-01T06:30:00.000Z"],
  ["11/01/2026 01:30 am CST", "2026-11-01T07:30:00.000Z"],
])("a minute that the clocks show twice is shown and read as %j", (text, instant) => {
  expect(minute.show(instant)).toBe(text);
  expect(minute.read(text)).toBe(instant);
});

test("a minute that the clocks show twice is the first of the two without a name of the zone", () =>
  expect(minute.read("11/1/26 1:30 am")).toBe("2026-11-01T06:30:00.000Z"));

test("an instant is read as it is, also where the clocks show its minute twice", () =>
  expect(minute.read("2026-11-01T07:30:42Z")).toBe("2026-11-01T07:30:00.000Z"));

test.each([
  ["", "Enter a date and a time."],
  ["11/01/2026", "Add a time, such as 5:10 pm."],
  ["11/02/2026 5:1", "Add a time, such as 5:10 pm."],
  ["11/31/2026 5:10 pm", "Invalid date (MM/DD/YYYY)"],
  ["11/02/2026 5:10 pm EST", "Times are in America/Chicago."],
])("the message about the half-filled minute %j is: %s", (text, message) => {
  expect(minute.read(text) || undefined).toBeUndefined();
  expect(minute.missing(text)).toBe(message);
});

const message = "Invalid date (MM/DD/YYYY)";
const tooLate = "From cannot be later than To";
const invalid = { startDate: message, endDate: message };

test.each([
  ["both ends are open", "", "", {}, undefined],
  ["the end is open", "12/01/2026", "", {}, undefined],
  ["both ends are the same day", "12/01/2026", "12/01/2026", {}, undefined],
  ["the days don't exist", "02/30/2026", "13/01/2026", invalid, `From: ${message}.`],
  ["the last day doesn't exist", "12/01/2026", "02/30/2026", { endDate: message }, `To: ${message}.`],
  ["From is later", "12/02/2026", "12/01/2026", { startDate: tooLate }, `${tooLate}.`],
])("a range of dates is judged if %s", (_what, startDate, endDate, problems, sentence) => {
  expect(dateRangeProblems({ startDate, endDate })).toEqual(problems);
  expect(dateRangeRefusal({ startDate, endDate })).toBe(sentence);
});

const ranges = (now: string, zone: string) =>
  Object.fromEntries(
    datePresets(new Date(now), zone).map(({ label, range }) => [
      label,
      `${range.startDate} ${range.endDate}`,
    ]),
  );

test("a range of days ends today and counts today", () =>
  expect(ranges("2026-12-05T12:00:00Z", "UTC")).toEqual({
    Today: "12/05/2026 12/05/2026",
    "7 days": "11/29/2026 12/05/2026",
    "30 days": "11/06/2026 12/05/2026",
  }));

test("today is the day in the browser's zone", () => {
  expect(ranges("2026-12-05T03:00:00Z", "America/Chicago").Today).toBe("12/04/2026 12/04/2026");
  expect(ranges("2026-12-05T20:00:00Z", "Asia/Tokyo").Today).toBe("12/06/2026 12/06/2026");
});

test("seven days are seven calendar days even if the clocks change in between", () =>
  expect(ranges("2026-11-05T05:30:00Z", "America/Chicago")["7 days"]).toBe("10/29/2026 11/04/2026"));

test.each([
  ["2026-12-02T12:00:00.000Z", "last used this month"],
  ["2026-03-10T12:00:00.000Z", "last used in March"],
  ["2025-12-10T12:00:00.000Z", "last used in December 2025"],
])("a device whose last use was %s is said to be %s on 12/24/2026", (instant, words) =>
  expect(lastUsed(instant, new Date("2026-12-24T12:00:00.000Z"))).toBe(words),
);
