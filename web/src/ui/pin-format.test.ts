import { describe, expect, test } from "@jest/globals";
import { caretAfterFormat, formatPinEntry } from "./pin-format.ts";

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
