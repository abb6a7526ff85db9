import { expect, test } from "@jest/globals";
import { seasonAt } from "./season.ts";

/** A text without an offset is a time in the browser's zone. */
test.each([
  ["2026-02-01T00:00:00", "before", 2026],
  ["2026-11-22T12:00:00", "before", 2026],
  ["2026-11-30T23:59:59", "before", 2026],
  ["2026-12-01T00:00:00", "during", 2026],
  ["2026-12-24T18:00:00", "during", 2026],
  ["2026-12-26T23:59:59", "during", 2026],
  ["2026-12-27T00:00:00", "after", 2027],
  ["2026-12-31T23:59:59", "after", 2027],
  ["2027-01-01T00:00:00", "after", 2027],
  ["2027-01-31T23:59:59", "after", 2027],
])("at %s in the browser's time zone it is %s the season of %s", (time, phase, year) => {
  expect(seasonAt(new Date(time))).toEqual({ phase, year });
});
