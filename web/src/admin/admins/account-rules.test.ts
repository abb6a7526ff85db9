import { expect, test } from "@jest/globals";
import type { ApiError } from "../../app/calls/api-error.ts";
import { accountRefusal, editedPasswordCheck, onlyOneFilled, ownPasswordCheck } from "./account-rules.ts";

const pair = (password: string, confirmation: string) => ({ password, confirmation });

test("a password on the edit page is checked only if both fields are filled in", () => {
  expect(editedPasswordCheck(pair("abc", ""))).toEqual({});
  expect(editedPasswordCheck(pair("", "abc"))).toEqual({});
  expect(editedPasswordCheck(pair("abc", "abd"))).toHaveProperty("confirmation", "Password mismatch");
});

test("filling in only one of the password fields on the edit page is an error", () => {
  expect(onlyOneFilled(pair("abc", ""))).toBe(true);
  expect(onlyOneFilled(pair("", ""))).toBe(false);
  expect(onlyOneFilled(pair("a", "b"))).toBe(false);
});

test.each([
  ["", "", {}],
  ["Abcde1", "Abcde1", { password: "Must be more than 8 characters" }],
  ["Abcdefg1", "Abcdefg1", {}],
  ["abcdefgh", "abcdefgh", { password: "Password must include upper-case, number" }],
  ["Abcdefg1", "", { confirmation: "Password mismatch" }],
  ["", "Abcdefg1", { confirmation: "Password mismatch" }],
])("the password %j with the confirmation %j on an admin's own profile has the messages %j", (...given) =>
  expect(ownPasswordCheck(pair(given[0], given[1]))).toEqual(given[2]),
);

const named = [{ path: "firstName", message: "At most 60 characters" }];

test.each([
  ["a taken email", 409, "email_taken", [], { email: "No." }],
  ["the last IT Admin", 409, "last_it_admin", [], {}],
  ["fields that the server names", 400, "invalid_request", named, { firstName: "At most 60 characters" }],
])("a refusal because of %s is marked at its fields", (_why, status, code, errors, fields) => {
  const error = { status, code, message: "No.", errors } as ApiError;
  expect(accountRefusal(error)).toEqual({ message: "No.", fields });
});
