import { expect, test } from "@jest/globals";
import { groupedNumber } from "./grouped-number.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [23_130, "23,130"],
  [1_234_567, "1,234,567"],
])("the count %d is shown as %j", (count, shown) => expect(groupedNumber(count)).toBe(shown));
