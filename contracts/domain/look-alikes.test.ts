import { expect, test } from "@jest/globals";
import { everyReading, lookAlikeOf } from "./look-alikes.ts";

test("look-alikes are partners in both directions", () => {
  for (const [letter, digit] of ["O0", "I1", "S5", "B8"].map((pair) => [...pair] as [string, string])) {
    expect(lookAlikeOf(letter)).toBe(digit);
    expect(lookAlikeOf(digit)).toBe(letter);
  }
  expect(lookAlikeOf("A")).toBeUndefined();
});

test("a code without look-alikes has one reading", () => {
  expect(everyReading("ACDE234")).toEqual(["ACDE234"]);
});

test("each combination of misread characters is a reading, and the code itself is the first", () => {
  expect(everyReading("O2S")).toEqual(["O2S", "02S", "O25", "025"]);
  const readings = everyReading("OISB018");
  expect(new Set(readings).size).toBe(128);
  expect(readings[0]).toBe("OISB018");
  expect(readings).toContain("0158OIB");
});
