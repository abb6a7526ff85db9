import { expect, jest, test } from "@jest/globals";
import {
  datesInOrder,
  formatDate,
  formatDateTime,
  formatFileDate,
  ownTimeZone,
  parseCalendarDate,
  startOfDay,
} from "./dates.ts";
import { timeZoneSchema } from "./inputs.ts";

const instant = new Date("2026-12-01T14:05:09.000Z");

test("dates are shown as MM/DD/YY hh:mm:ss a in the given time zone", () => {
  expect(formatDateTime(instant, "UTC")).toBe("12/01/26 02:05:09 pm");
  expect(formatDateTime(instant, "America/Chicago")).toBe("12/01/26 08:05:09 am");
  expect(formatDateTime(new Date("2026-12-01T00:00:00Z"), "UTC")).toBe("12/01/26 12:00:00 am");
  expect(formatDate(instant, "UTC")).toBe("12/01/2026");
  expect(formatFileDate(instant, "UTC")).toBe("12-01-26");
});

test.each(["2/29/2026", "02/29/2026", "13/01/2026", "12/32/2026", "12-01-2026", ""])(
  "%p is not a valid calendar date",
  (text) => {
    expect(parseCalendarDate(text)).toBeUndefined();
  },
);

test("a day begins at midnight of its zone, also when clocks change", () => {
  expect(startOfDay({ year: 2026, month: 11, day: 1 }, "America/Chicago").toISOString()).toBe(
    "2026-11-01T05:00:00.000Z",
  );
  expect(startOfDay({ year: 2026, month: 11, day: 1 }, "America/Chicago", 1).toISOString()).toBe(
    "2026-11-02T06:00:00.000Z",
  );
  expect(startOfDay({ year: 2026, month: 3, day: 8 }, "America/Chicago", 1).toISOString()).toBe(
    "2026-03-09T05:00:00.000Z",
  );
});

test.each([
  ["America/Havana", { year: 2026, month: 3, day: 8 }],
  ["America/Sao_Paulo", { year: 2018, month: 11, day: 4 }],
  ["Asia/Beirut", { year: 2026, month: 3, day: 29 }],
  ["America/Havana", { year: 2026, month: 11, day: 1 }],
  ["Pacific/Apia", { year: 2011, month: 12, day: 31 }],
])("a day in %s begins with its first instant, also when clocks change at midnight", (zone, day) => {
  const begins = startOfDay(day, zone);
  const shown = `${String(day.month).padStart(2, "0")}/${String(day.day).padStart(2, "0")}/${day.year}`;
  expect(formatDate(begins, zone)).toBe(shown);
  expect(formatDate(new Date(begins.getTime() - 1), zone)).not.toBe(shown);
});

test("in a date range From may equal To but must not be later", () => {
  expect(datesInOrder({ startDate: "11/20/2026", endDate: "11/20/2026" })).toBe(true);
  expect(datesInOrder({ startDate: "12/01/2026", endDate: "11/30/2026" })).toBe(false);
  expect(datesInOrder({ startDate: "12/31/2025", endDate: "01/01/2026" })).toBe(true);
  expect(datesInOrder({ startDate: "01/31/2026", endDate: "02/01/2026" })).toBe(true);
  expect(datesInOrder({ startDate: "03/01/2026", endDate: "01/31/2026" })).toBe(false);
});

test("formatting dates in a time zone stays fast after more than a hundred zones were used", () => {
  const zones = Intl.supportedValuesOf("timeZone").slice(0, 120);
  for (const zone of zones) formatDateTime(new Date(0), zone);
  const made = jest.spyOn(Intl, "DateTimeFormat");
  for (let row = 0; row < 50; row += 1) formatDateTime(new Date(row), zones.at(-1) ?? "");
  expect(made.mock.calls.length).toBeLessThan(2);
  made.mockRestore();
});

test.each([
  ["America/Chicago", "America/Chicago"],
  ["Etc/Unknown", undefined],
  ["", undefined],
  [undefined, undefined],
])("a browser that calls its time zone %j has the time zone %j", (timeZone, own) => {
  const named = jest
    .spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions")
    .mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions);
  expect(ownTimeZone()).toBe(own);
  named.mockRestore();
});

test("a call with the time zone Etc/Unknown gets dates in UTC, and a zone that doesn't exist is refused", () => {
  expect(timeZoneSchema.parse("Etc/Unknown")).toBe("UTC");
  expect(timeZoneSchema.parse(undefined)).toBe("UTC");
  expect(timeZoneSchema.parse("America/Chicago")).toBe("America/Chicago");
  expect(timeZoneSchema.safeParse("Winter/Land").success).toBe(false);
});
