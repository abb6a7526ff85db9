import { describe, expect, test } from "@jest/globals";
import { afterStatusChange } from "./status-change.ts";

const now = new Date("2026-12-10T12:00:00Z");
const older = { comment: "Lost", createdAt: "2026-12-01T00:00:00.000Z" };

describe("a PIN whose status is changed", () => {
  test("a deactivated PIN is blocked and not registered, and its comment comes first", () => {
    const before = { status: true, blocked: false, pinDeactivationComments: [older] };
    const change = { id: 1, status: false, comment: " Stolen " };
    expect(afterStatusChange(before, change, { owned: true, now })).toEqual({
      status: false,
      blocked: true,
      pinDeactivationComments: [{ comment: "Stolen", createdAt: "2026-12-10T12:00:00.000Z" }, older],
    });
  });

  test.each([
    [true, "with an owner is registered again"],
    [false, "without an owner is not registered"],
  ])("an activated PIN %s, and its comments stay", (owned) => {
    const before = { status: false, blocked: true, pinDeactivationComments: [older] };
    const change = { id: 1, status: true, comment: "Found" };
    expect(afterStatusChange(before, change, { owned, now })).toEqual({
      status: owned,
      blocked: false,
      pinDeactivationComments: [older],
    });
  });
});
