import { expect, test } from "@jest/globals";
import { relativeTime } from "./dates/relative-time.ts";
import { groupedNumber } from "./grouped-number.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [23_130, "23,130"],
  [1_234_567, "1,234,567"],
])("the count %d is shown as %j", (count, shown) => expect(groupedNumber(count)).toBe(shown));

const now = new Date("2026-12-10T12:00:00Z");
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now);

test.each([
  [0, "just now"],
  [59, "just now"],
  [60, "1 minute ago"],
  [3599, "59 minutes ago"],
  [3600, "1 hour ago"],
  [47 * 3600, "1 day ago"],
  [6 * 86_400, "6 days ago"],
  [8 * 86_400, "1 week ago"],
  [70 * 86_400, "2 months ago"],
  [705 * 86_400, "1 year ago"],
  [800 * 86_400, "2 years ago"],
  [-7200, "in 2 hours"],
])("an instant %d seconds ago is shown as %j", (seconds, words) => expect(ago(seconds)).toBe(words));
