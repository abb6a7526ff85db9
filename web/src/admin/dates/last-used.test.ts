import { expect, test } from "@jest/globals";
import { lastUsed } from "./last-used.ts";

test.each([
  ["2026-12-02T12:00:00.000Z", "last used this month"],
  ["2026-03-10T12:00:00.000Z", "last used in March"],
  ["2025-12-10T12:00:00.000Z", "last used in December 2025"],
])("a device whose last use was %s is said to be %s on 12/24/2026", (instant, words) =>
  expect(lastUsed(instant, new Date("2026-12-24T12:00:00.000Z"))).toBe(words),
);
