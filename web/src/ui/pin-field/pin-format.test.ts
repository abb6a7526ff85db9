import { expect, test } from "@jest/globals";
import { caretAfterFormat, formatPinEntry, insertedText, pinInText } from "./pin-format.ts";

test.each([
  ["abcd-123", "ABCD-123"],
  ["ABCD123", "ABCD-123"],
  ["abcd 123", "ABCD-123"],
  ["  abcd–123\n", "ABCD-123"],
  ["abcd", "ABCD"],
  ["abcd-", "ABCD"],
  ["abcd1", "ABCD-1"],
  ["abcd1234567", "ABCD-123"],
  ["ABCD-", "ABCD"],
  ["ABC", "ABC"],
  ["", ""],
])("a PIN entered as %j is shown as %j", (raw, shown) => expect(formatPinEntry(raw)).toBe(shown));

test.each([
  ["passes the hyphen when the fifth character is typed", "ABCD1", 5, 6],
  ["stays where the PIN was corrected", "AXCD-123", 2, 2],
  ["stays where the PIN was corrected after the hyphen", "ABCD-923", 6, 6],
  ["stays within the PIN", "ABCD-1239", 9, 8],
])("the caret in a PIN %s", (_how, typed, before, after) =>
  expect(caretAfterFormat(typed, before)).toBe(after),
);

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
])("the PIN in %j is %s", (text, pin) => expect(pinInText(text)).toBe(pin));

test.each(["", "abcd", "abcd-1234", "ABCD1234567", "https://test.com/"])("%j has no PIN in it", (text) =>
  expect(pinInText(text)).toBeUndefined(),
);

test.each([
  ["", "ABCD-123", "ABCD-123"],
  ["ABCD", "ABCD1", "1"],
  ["AB", "AABB", "AB"],
  ["ABCD-123", "ABCD-13", ""],
  ["ABCD-123", "XY", "XY"],
])("from %j to %j the inserted text is %j", (before, after, inserted) =>
  expect(insertedText(before, after)).toBe(inserted),
);
