import { expect, test } from "@jest/globals";
import { formatDateTime } from "@ornament/contracts/values/dates";
import fc from "fast-check";
import { dateTimesIn } from "./date-times.ts";

const zones = [
  "UTC",
  "America/Chicago",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Eucla",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  // A quarter of an hour began at odd minutes there until 1972.
  "Africa/Monrovia",
];

test.each(zones)("dates in %s are formatted like by formatDateTime", (zone) => {
  const shown = dateTimesIn(zone);
  const instants = fc.date({
    min: new Date("1971-01-01T00:00:00Z"),
    max: new Date("2060-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 3_600_000 }), (instant, later) => {
      const second = new Date(instant.getTime() + later);
      expect([shown(instant), shown(second)]).toEqual([
        formatDateTime(instant, zone),
        formatDateTime(second, zone),
      ]);
    }),
  );
});

test("a clock change at a minute after midnight is shown to the minute", () => {
  const zone = "America/St_Johns";
  const change = Date.UTC(1994, 3, 3, 3, 31);
  const around = [change - 1, change, change + 60_000].map((instant) => new Date(instant));
  const shown = dateTimesIn(zone);
  expect(around.map(shown)).toEqual(around.map((instant) => formatDateTime(instant, zone)));
});
