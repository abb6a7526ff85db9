import { expect, test } from "@jest/globals";
import { lastUsed, longDate } from "./last-used.ts";

const now = new Date("2026-12-25T17:00:00.000Z");

test("the time of the last use is relative, with the day, and breaks only between the two", () => {
  const text = lastUsed("2026-12-04T17:00:00.000Z", now);
  expect(text.replaceAll("\u00a0", " ")).toBe("3 weeks ago · December 4, 2026");
  expect(text.split(" ")).toHaveLength(2);
});

test("a day has no break", () => {
  expect(longDate("2025-12-26T17:00:00.000Z")).toBe("December\u00a026,\u00a02025");
});
