import { expect, test } from "@jest/globals";
import { nextMessage, seasonAt } from "./season.ts";

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

test.each([
  ["2026-11-23T08:00:00", "Santa’s first message comes on December 1, 2026: 8 days to go."],
  ["2026-11-30T23:59:59", "Santa’s first message comes on December 1, 2026: 1 day to go."],
  ["2026-12-01T00:00:00", undefined],
  ["2026-12-26T23:59:59", undefined],
  ["2026-12-27T00:00:00", /^Santa’s last message of this season came on December 26\..* December 1, 2027\.$/],
  ["2027-01-31T12:00:00", /^Santa’s last message of this season .* December 1, 2027\.$/],
  ["2027-02-01T12:00:00", "Santa’s first message comes on December 1, 2027: 303 days to go."],
])("at %s in the browser's time zone the date of the next message is: %s", (time, said) => {
  const text = nextMessage(new Date(time));
  if (said instanceof RegExp) expect(text).toMatch(said);
  else expect(text).toBe(said);
});
