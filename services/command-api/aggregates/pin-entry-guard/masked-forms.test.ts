import { expect, test } from "@jest/globals";
import { difference, maskedForms } from "./masked-forms.ts";

const key = Buffer.alloc(32, 1);
const formsOf = (code: string, consumerId = 1) => maskedForms(key, consumerId, code);

test.each([
  ["ABCD123", "none"],
  ["ABCD12X", "one character"],
  ["XBCD123", "one character"],
  ["XBCD12X", "more"],
  ["BACD123", "more"],
  ["BCD123A", "more"],
])("ABCD123 and %s differ in %s", (other, expected) => {
  expect(difference(formsOf("ABCD123"), formsOf(other))).toBe(expected);
});

test("the same wrong PIN of two accounts is stored differently", () => {
  expect(difference(formsOf("ABCD123", 1), formsOf("ABCD123", 2))).toBe("more");
});

test("the stored forms of a wrong PIN are 42 characters that depend on the server's key", () => {
  expect(formsOf("ABCD123")).toMatch(/^[\w-]{42}$/);
  expect(maskedForms(Buffer.alloc(32, 2), 1, "ABCD123")).not.toBe(formsOf("ABCD123"));
});
