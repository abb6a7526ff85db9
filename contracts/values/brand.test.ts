import { expect, test } from "@jest/globals";
import { telephoneLink } from "./brand.ts";

test.each([
  ["1-800-555-0124", "tel:18005550124"],
  ["+1 (800) 555 0124", "tel:+18005550124"],
  ["1-800-555-0124 extension 4482", "tel:18005550124;ext=4482"],
  ["1-800-555-0124 ext. 12", "tel:18005550124;ext=12"],
  ["1-800-555-0124 x12", "tel:18005550124;ext=12"],
])("the link of the phone number %s is %s", (phone, link) => {
  expect(telephoneLink(phone)).toBe(link);
});
