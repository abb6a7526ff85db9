import { expect, test } from "@jest/globals";
import { pinCodePattern } from "@ornament/contracts/values/pin-code";
import { codesOneErrorFrom, readTerm } from "./search-term.ts";

test.each([
  ["a missing first character", "BCD123"],
  ["a missing character in the middle", "ABC123"],
  ["a missing last character", "ABCD12"],
  ["a wrong first character", "XBCD123"],
  ["a wrong last character", "ABCD12X"],
  ["a character typed twice", "ABCDD123"],
  ["a character too many", "ABCD12X3"],
  ["neighbours in the wrong order", "ABDC123"],
  ["the last two in the wrong order", "ABCD132"],
])("a PIN is one error away from a text with %s", (_what, text) => {
  expect(codesOneErrorFrom(text)).toContain("ABCD123");
});

test.each([
  ["Note pin", false],
  ["abcd efg", false],
  ["summers", false],
  ["abcd-efg", true],
  ["abcd 123", true],
  ["PIN: abcd efg", true],
])("%s is surely a PIN and no word: %s", (text, surely) => expect(readTerm(text).isSurelyCode).toBe(surely));

test.each(["ABCD1", "ABCD12XY", "XBCD12X", "ABXC12", "DCBA123"])(
  "a PIN is not one error away from %s",
  (text) => {
    expect(codesOneErrorFrom(text)).not.toContain("ABCD123");
  },
);

test("all codes one error away are PINs, each once, and few enough for an index", () => {
  for (const [text, most] of [
    ["ABCD12", 246],
    ["ABCD123", 252],
    ["AAAA1234", 5],
  ] as const) {
    const codes = codesOneErrorFrom(text);
    expect(codes.every((code) => pinCodePattern.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toHaveLength(most);
  }
});
