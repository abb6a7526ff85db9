import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { pinCodeInput } from "./inputs.ts";
import {
  formatPinCode,
  maxPinId,
  parsePinCode,
  pinCodeOf,
  pinFormatMessage,
  pinIdOf,
  searchedPinCode,
} from "./pin-code.ts";

const codes = fc.string({
  unit: fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
  minLength: 7,
  maxLength: 7,
});

test.each(["abcd-123", "ABCD123", "abcd 123", "  Abcd-123 "])("%p is read as the PIN ABCD123", (text) => {
  expect(parsePinCode(text)).toBe("ABCD123");
});

test.each(["", "ABC-1234", "ABCD-12", "ABCD-1234", "ABCD--123", "ABCÖ-123", "ABCD_123", "ABCD123\n456"])(
  "%p is not a PIN",
  (text) => {
    expect(parsePinCode(text)).toBeUndefined();
    expect(pinCodeInput.safeParse(text).success).toBe(false);
  },
);

test("two words of letters are no PIN in a search", () => {
  expect(["Note pin", "abcd-efg", "abcd 123"].map(searchedPinCode)).toEqual([
    undefined,
    "ABCDEFG",
    "ABCD123",
  ]);
});

test("text that is not a PIN gets the format message, and empty text gets Required", () => {
  expect(pinCodeInput.safeParse("nonsense!").error?.issues[0]?.message).toBe(pinFormatMessage);
  expect(pinCodeInput.safeParse("").error?.issues[0]?.message).toBe("Required");
});

test("a PIN's code and id can be computed from each other", () => {
  fc.assert(fc.property(codes, (code) => pinCodeOf(pinIdOf(code)) === code && pinIdOf(code) <= maxPinId));
});

test("a formatted PIN is read back as the same code", () => {
  fc.assert(fc.property(codes, (code) => parsePinCode(formatPinCode(code)) === code));
});
