import { expect, test } from "@jest/globals";
import { newPasswordErrors } from "./new-password.tsx";

const pair = (password: string, confirmation: string) => ({ password, confirmation });

test("a new password is required, and so is its confirmation", () =>
  expect(newPasswordErrors(pair("", ""))).toEqual({ password: "Required", confirmation: "Required" }));

test("the messages of a new password name the missing parts and a different confirmation", () =>
  expect(newPasswordErrors(pair("abcdefgh", "abcdefg"))).toEqual({
    password: "Password must include upper-case, number",
    confirmation: "Password mismatch",
  }));

test("a new password that meets the rule has no message", () =>
  expect(newPasswordErrors(pair("Abcdefg1", "Abcdefg1"))).toEqual({}));
