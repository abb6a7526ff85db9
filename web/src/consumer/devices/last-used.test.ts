import { expect, test } from "@jest/globals";
import { longDate, timeSince } from "./last-used.ts";

test("a day and the time since then have no break", () => {
  expect(longDate("2026-12-04T17:00:00.000Z")).toBe("December\u00a04,\u00a02026");
  const now = new Date("2026-12-25T17:00:00.000Z");
  expect(timeSince("2026-12-04T17:00:00.000Z", now)).toBe("3\u00a0weeks\u00a0ago");
});
