import { expect, test } from "@jest/globals";
import { newPasswordInput } from "./inputs.ts";
import { inPlainWords, passwordProblem, passwordTooLongMessage } from "./password.ts";

test.each([
  ["", "Required"],
  ["-", "Password must include 8 characters, upper-case, lower-case and number"],
  ["abcdefgh", "Password must include upper-case, number"],
  ["ABCDEFG1", "Password must include lower-case"],
  ["Abcdef1", "Password must include 8 characters"],
  ["Abcdefgh", "Password must include number"],
])("the password %p is answered with: %p", (password, message) => {
  expect(passwordProblem(password)).toBe(message);
  expect(newPasswordInput.safeParse(password).error?.issues[0]?.message).toBe(message);
});

test.each([
  ["-", "Password must include 8 characters, an upper-case letter, a lower-case letter and a number"],
  ["abcdefgh", "Password must include an upper-case letter and a number"],
  ["Abcdefgh", "Password must include a number"],
])("the password %p is answered in plain words with: %p", (password, message) => {
  expect(passwordProblem(password, inPlainWords)).toBe(message);
});

test("a password of exactly 8 characters passes", () => {
  expect(passwordProblem("Abcdefg1")).toBeUndefined();
});

test("a password of 72 UTF-8 bytes passes, and one of 73 is refused", () => {
  const longest = `Aa1${"é".repeat(34)}x`;
  expect(new TextEncoder().encode(longest)).toHaveLength(72);
  expect(passwordProblem(longest)).toBeUndefined();
  expect(passwordProblem(`${longest}x`)).toBe(passwordTooLongMessage);
});

test("the bytes of a password are counted after it is normalised, as it is hashed", () => {
  const ofTwoBytes = `Aa1${"e\u0301".repeat(34)}x`;
  expect(passwordProblem(ofTwoBytes)).toBeUndefined();
  expect(passwordProblem(`${ofTwoBytes}x`)).toBe(passwordTooLongMessage);
  expect(passwordProblem(`Aa1${"\ufdfa".repeat(3)}`)).toBe(passwordTooLongMessage);
});

test("a character that is written as two counts as one", () => {
  expect(passwordProblem("Abc1e\u0301e\u0301e\u0301")).toBe("Password must include 8 characters");
});
