import { expect, test } from "@jest/globals";
import {
  adminPasswordLink,
  confirmationLink,
  readAdminPasswordToken,
  readConsumerToken,
  writeAdminPasswordToken,
  writeConsumerToken,
} from "./links.ts";

const nonce = "abcdefghijklmnop_-1234";
const signature = "0123456789ABCDEFabcdef_-";

test("a token of a confirmation link can be read back after writing", () => {
  const token = { consumerId: 7_359_123_456_789_012, nonce, signature };
  expect(readConsumerToken(writeConsumerToken(token))).toEqual(token);
  expect(confirmationLink("https://o.example", writeConsumerToken(token))).toMatch(
    /^https:\/\/o\.example\/user\/verify-message\?token=/,
  );
});

test("an admin's password link can be read back after writing", () => {
  expect(readAdminPasswordToken(writeAdminPasswordToken({ nonce, signature }))).toEqual({
    nonce,
    signature,
  });
  expect(adminPasswordLink("https://o.example", 12, "n.s")).toBe(
    "https://o.example/admin/reset-password/12/n.s",
  );
});

test.each(["", "a.b.c", "1.abcdefghijklmnop", `x.${nonce}.${signature}.y`, `-1.${nonce}.${signature}`])(
  "%p is not a token of a confirmation link",
  (token) => {
    expect(readConsumerToken(token)).toBeUndefined();
  },
);
