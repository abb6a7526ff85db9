import { expect, test } from "@jest/globals";
import { datePresets } from "./date-presets.ts";

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
