import { expect, test } from "@jest/globals";
import { deactivation } from "../testing/pin-row.ts";
import { statusChangeText } from "./pin-status.tsx";
import { afterStatusChange } from "./pins-api.ts";

test.each([
  [
    "of a deactivated PIN",
    deactivation,
    "Deactivated by ann@ornament.test (IT Admin) on 11/20/26 10:00:00 am: Reported stolen",
  ],
  [
    "of a PIN that was activated again",
    { ...deactivation, blocked: false, comment: "found" },
    "Activated again by ann@ornament.test (IT Admin) on 11/20/26 10:00:00 am: found",
  ],
  [
    "by an admin whose account was deleted",
    { ...deactivation, admin: { id: 1, email: null } },
    "Deactivated by a deleted account (IT Admin) on 11/20/26 10:00:00 am: Reported stolen",
  ],
  [
    "by no admin and without a comment",
    { ...deactivation, comment: "", role: "System", admin: null },
    "Deactivated by System on 11/20/26 10:00:00 am",
  ],
])("the text about the status %s", (_case, given, text) => expect(statusChangeText(given, "UTC")).toBe(text));

const now = new Date("2026-12-10T12:00:00Z");
const admin = { id: 7, email: "ann@ornament.test", role: "ADMIN" as const };
const by = { role: "IT Admin", admin: { id: 7, email: "ann@ornament.test" } };
const older = { comment: "Lost", createdAt: "2026-12-01T00:00:00.000Z" };

test("a deactivated PIN is blocked and not registered, and its comment comes first", () => {
  const before = {
    status: true,
    blocked: false,
    comment: "Lost",
    pinDeactivationComments: [older],
    statusChange: null,
  };
  const change = { id: 1, status: false, comment: " Stolen " };
  expect(afterStatusChange(before, change, { owned: true, now, admin })).toEqual({
    status: false,
    blocked: true,
    comment: "Stolen",
    pinDeactivationComments: [{ comment: "Stolen", createdAt: "2026-12-10T12:00:00.000Z" }, older],
    statusChange: { blocked: true, comment: "Stolen", createdAt: "2026-12-10T12:00:00.000Z", ...by },
  });
});

test.each([
  [true, "with an owner is registered again"],
  [false, "without an owner is not registered"],
])("an activated PIN %s, and its comments stay", (owned) => {
  const before = {
    status: false,
    blocked: true,
    comment: "Lost",
    pinDeactivationComments: [older],
    statusChange: { ...older, blocked: true, ...by },
  };
  const change = { id: 1, status: true, comment: "Found" };
  expect(afterStatusChange(before, change, { owned, now, admin })).toEqual({
    status: owned,
    blocked: false,
    comment: "Lost",
    pinDeactivationComments: [older],
    statusChange: { blocked: false, comment: "Found", createdAt: "2026-12-10T12:00:00.000Z", ...by },
  });
});
