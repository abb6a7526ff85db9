import { expect, test } from "@jest/globals";
import { everyReading, lookAlikeOf } from "./look-alikes.ts";

test("look-alikes are partners in both directions", () => {
  for (const [letter, digit] of ["O0", "I1", "S5", "B8", "G6", "Z2"].map(
    (pair) => [...pair] as [string, string],
  )) {
    expect(lookAlikeOf(letter)).toBe(digit);
    expect(lookAlikeOf(digit)).toBe(letter);
  }
  expect(lookAlikeOf("A")).toBeUndefined();
});

test("a code without look-alikes has one reading", () => {
  expect(everyReading("ACDE347")).toEqual(["ACDE347"]);
});

test("each combination of misread characters is a reading, and the code itself is the first", () => {
  expect(everyReading("O3S")).toEqual(["O3S", "03S", "O35", "035"]);
  const readings = everyReading("OISB018");
  expect(new Set(readings).size).toBe(128);
  expect(readings[0]).toBe("OISB018");
  expect(readings).toContain("0158OIB");
});
