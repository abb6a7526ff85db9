import { expect, test } from "@jest/globals";
import { lookAlikes } from "./look-alikes.ts";

test.each([
  ["ACDE234", []],
  ["AC0E234", ["ACOE234"]],
  ["OISB234", ["0ISB234", "O1SB234", "OI5B234", "OIS8234"]],
  ["0158ACD", ["O158ACD", "0I58ACD", "01S8ACD", "015BACD"]],
  ["AOOC234", ["A0OC234", "AO0C234", "A00C234"]],
])("the look-alikes of %s are %j", (code, expected) => {
  expect(lookAlikes(code)).toEqual(expected);
});

test("at most eight look-alikes are tried for a wrong PIN", () => {
  expect(lookAlikes("OOIISSB")).toHaveLength(8);
});
