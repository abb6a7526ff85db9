import { describe, expect, test } from "@jest/globals";
import { caretAfterFormat, formatPinEntry, insertedText, pinInText } from "./pin-format.ts";

describe("a PIN while it is entered", () => {
  test.each([
    ["abcd-123", "ABCD-123"],
    ["ABCD123", "ABCD-123"],
    ["abcd 123", "ABCD-123"],
    ["  abcd–123\n", "ABCD-123"],
    ["abcd", "ABCD"],
    ["abcd-", "ABCD"],
    ["abcd1", "ABCD-1"],
    ["abcd1234567", "ABCD-123"],
    ["", ""],
  ])("a PIN entered as %j is shown as %j", (raw, shown) => {
    expect(formatPinEntry(raw)).toBe(shown);
  });

  test("deleting past the hyphen of a PIN is possible", () => {
    expect(formatPinEntry("ABCD-")).toBe("ABCD");
    expect(formatPinEntry("ABC")).toBe("ABC");
  });
});

describe("the caret in a PIN", () => {
  test("the caret passes the hyphen when the fifth character is typed", () => {
    expect(caretAfterFormat("ABCD1", 5)).toBe(6);
  });
  test("the caret stays where a PIN was corrected", () => {
    expect(caretAfterFormat("AXCD-123", 2)).toBe(2);
    expect(caretAfterFormat("ABCD-923", 6)).toBe(6);
  });
  test("the caret stays within the PIN", () => {
    expect(caretAfterFormat("ABCD-1239", 9)).toBe(8);
  });
});

describe("a PIN within a text", () => {
  test.each([
    ["PIN: abcd-123", "ABCD-123"],
    ["Pin abcd 123", "ABCD-123"],
    ["#ABCD\u2011123", "ABCD-123"],
    ["abcd \u2013 123", "ABCD-123"],
    ["PIN:\nabcd-123\n", "ABCD-123"],
    ["ABCD\n123", "ABCD-123"],
    ["Your PIN is abcd-123.", "ABCD-123"],
    ["Your pin is abcd 123", "ABCD-123"],
    ["Your pin: ABCDEFG", "ABCD-EFG"],
    ["Message for you: wxyz789, thanks", "WXYZ-789"],
    ["PIN1234", "PIN1-234"],
    ["ABCD-123", "ABCD-123"],
  ])("the PIN in %j is %s", (text, pin) => {
    expect(pinInText(text)).toBe(pin);
  });

  test.each(["", "abcd", "abcd-1234", "ABCD1234567", "https://test.com/"])("%j has no PIN in it", (text) => {
    expect(pinInText(text)).toBeUndefined();
  });
});

test.each([
  ["", "ABCD-123", "ABCD-123"],
  ["ABCD", "ABCD1", "1"],
  ["AB", "AABB", "AB"],
  ["ABCD-123", "ABCD-13", ""],
  ["ABCD-123", "XY", "XY"],
])("from %j to %j the inserted text is %j", (before, after, inserted) => {
  expect(insertedText(before, after)).toBe(inserted);
});
