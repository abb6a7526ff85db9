import { expect, test } from "@jest/globals";
import type { Until } from "@ornament/contracts/projections/jobs";
import { ConfigError } from "@ornament/platform/config/read-config";
import { instantOption, tableFrom, untilFrom } from "./arguments.ts";

const now = new Date("2026-11-24T12:00:00Z");

test.each<[string, Until]>([
  ["2026-11-24", { instant: new Date("2026-11-24T00:00:00Z") }],
  ["2026-11-24 10:42", { instant: new Date("2026-11-24T10:42:00Z") }],
  ["2026-11-24T10:42", { instant: new Date("2026-11-24T10:42:00Z") }],
  ["2026-11-24T10:42:30.250Z", { instant: new Date("2026-11-24T10:42:30.250Z") }],
  ["2026-11-24T10:42+02:00", { instant: new Date("2026-11-24T08:42:00Z") }],
  ["2026-11-24T12:00:00Z", { instant: now }],
  ["0", { commit: 0n }],
  ["9007199254740993", { commit: 9007199254740993n }],
])("the end %s is read as an instant in UTC, or as a position where it has only digits", (word, until) => {
  expect(untilFrom(word, now)).toEqual(until);
});

test.each([
  ["2026-11-24T12:00:01Z", "2026-11-24T12:00:01Z is in the future: it is 2026-11-24T12:00:00.000Z"],
  ["2026-11-25", "2026-11-25 is in the future"],
  ["9223372036854775808", "9223372036854775808 is beyond every position"],
  ["-1", "-1 is neither an instant such as 2026-11-24T10:42 (UTC) nor a position such as 4711"],
  ["2026-02-30", "2026-02-30 is neither an instant"],
  ["yesterday", "yesterday is neither an instant"],
  ["", " is neither an instant"],
])("the end %j is refused as a wrong setting with the message %j", (word, message) => {
  const read = () => untilFrom(word, now);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
});

test("a table is named by its read model", () => {
  expect(tableFrom("pinImports")).toBe("pinImports");
});

test.each(["Pins", "access", "all", ""])("the table %j is refused with the tables to choose from", (word) => {
  expect(() => tableFrom(word)).toThrow(
    new ConfigError(`there is no table ${word}; choose one of admins, pins, consumers, settings, pinImports`),
  );
});

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
