import { expect, test } from "@jest/globals";
import { dueNight } from "./nightly.ts";

test.each([
  ["02:59:59", null, undefined],
  ["03:00:00", null, "2026-12-01"],
  ["03:59:59", "2026-11-30", "2026-12-01"],
  ["03:10:00", "2026-12-01", undefined],
  ["04:00:00", null, undefined],
])(
  "a nightly verify at 03:00 with the clock at %s and the last one of %s is due for %s",
  (time, last, due) => {
    const now = new Date(`2026-12-01T${time}.000Z`);
    expect(dueNight("03:00", now, { nightlyOf: last })).toBe(due);
  },
);
