import { expect, test } from "@jest/globals";
import { lookAlikes } from "./look-up-pins.ts";

test.each([
  ["ACDE347", []],
  ["AC0E347", ["ACOE347"]],
  ["OISB347", ["0ISB347", "O1SB347", "OI5B347", "OIS8347"]],
  ["0158ACD", ["O158ACD", "0I58ACD", "01S8ACD", "015BACD"]],
  ["G6ACZ2D", ["66ACZ2D", "GGACZ2D", "G6AC22D", "G6ACZZD"]],
  ["AOOC347", ["A0OC347", "AO0C347", "A00C347"]],
])("the look-alikes of %s are %j", (code, expected) => {
  expect(lookAlikes(code)).toEqual(expected);
});

test("at most eight look-alikes are tried for a wrong PIN", () => {
  expect(lookAlikes("OOIISSB")).toHaveLength(8);
});
