import { expect, test } from "@jest/globals";
import { instantOption } from "./times.ts";

test.each([
  ["2026-11-24", "Europe/Berlin", "2026-11-23T23:00:00.000Z"],
  ["2026-11-24T10:42", "Europe/Berlin", "2026-11-24T09:42:00.000Z"],
  ["2026-07-24 10:42:30", "Europe/Berlin", "2026-07-24T08:42:30.000Z"],
  ["2026-11-24T10:42:00Z", "Europe/Berlin", "2026-11-24T10:42:00.000Z"],
  ["2026-11-24T10:42-05:00", "UTC", "2026-11-24T15:42:00.000Z"],
])("the time %s in the zone %s is the instant %s", (text, zone, instant) => {
  expect(instantOption(text, zone).toISOString()).toBe(instant);
});

test.each(["24.11.2026", "2026-02-30", "2026-11-24T24:00", "2026-11-24T10:60", "now", ""])(
  "the text %j is refused as a time",
  (text) => {
    expect(() => instantOption(text, "UTC")).toThrow("is not a date or a time such as 2026-11-24T10:42");
  },
);
