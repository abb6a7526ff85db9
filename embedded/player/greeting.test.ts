import { expect, test } from "@jest/globals";
import { greeting } from "./greeting.ts";

/** A text without an offset is a time in the browser's zone. */
const greeted = (now: string, registered: string, ornamentName = "Fir tree") =>
  greeting({ status: "ok", ornamentName, registeredAt: new Date(registered).toISOString() }, new Date(now));

test.each([
  ["2026-11-20T10:00:00", 11, "days to go", 2026],
  ["2026-11-30T23:59:59", 1, "day to go", 2026],
  ["2026-12-27T00:00:00", 339, "days to go", 2027],
  ["2027-01-05T10:00:00", 330, "days to go", 2027],
])("outside the season, at %s, the player counts %i %s until December 1, %i", (now, days, counted, year) => {
  const said = greeted(now, "2026-11-01T10:00:00");
  expect(said).toMatchObject({ title: "Fir tree is ready", days, counted });
  expect(said.status).toContain(`December\u00a01, ${year}`);
});

test.each([
  ["2026-12-01T00:00:00", "2026-11-30T23:59:59", 1, 1],
  ["2026-12-07T10:00:00", "2026-12-05T23:00:00", 7, 5],
  ["2026-12-26T23:59:59", "2025-12-10T10:00:00", 26, 1],
])(
  "in the season, at %s, a consumer who registered at %s is on day %i, and the videos begin on December %i",
  (now, registered, days, first) => {
    const said = greeted(now, registered);
    expect(said).toMatchObject({ days, counted: "of 26 days" });
    expect(said.status).toContain(`December\u00a0${first}.`);
  },
);

test("an ornament without a nickname is greeted as the consumer's own", () => {
  expect(greeted("2026-12-07T10:00:00", "2026-12-05T10:00:00", "").title).toBe("Your ornament is ready");
});
