import { expect, test } from "@jest/globals";
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

test("an admin's own profile may be saved without a password", () =>
  expect(ownPasswordCheck(pair("", ""))).toEqual({}));

test("a password under 8 characters on an admin's own profile has a separate message", () => {
  expect(ownPasswordCheck(pair("Abcde1", "Abcde1"))).toEqual({
    password: "Must be more than 8 characters",
  });
  expect(ownPasswordCheck(pair("Abcdefg1", "Abcdefg1"))).toEqual({});
});

test("a password on an admin's own profile must meet the whole rule and match its confirmation", () => {
  expect(ownPasswordCheck(pair("abcdefgh", "abcdefgh"))).toEqual({
    password: "Password must include upper-case, number",
  });
  expect(ownPasswordCheck(pair("Abcdefg1", ""))).toEqual({ confirmation: "Password mismatch" });
  expect(ownPasswordCheck(pair("", "Abcdefg1"))).toEqual({ confirmation: "Password mismatch" });
});

test("a taken email is also marked at its field", () => {
  const error = { status: 409, code: "email_taken", message: "Taken.", errors: [] };
  expect(accountRefusal(error)).toEqual({ message: "Taken.", fields: { email: "Taken." } });
});

test("each field that the server names gets its message", () => {
  const errors = [{ path: "firstName", message: "At most 60 characters" }];
  const error = { status: 400, code: "invalid_request", message: "Please check.", errors };
  expect(accountRefusal(error).fields).toEqual({ firstName: "At most 60 characters" });
});

test("the refusal to delete the last IT Admin marks no field", () =>
  expect(accountRefusal({ status: 409, code: "last_it_admin", message: "Last.", errors: [] })).toEqual({
    message: "Last.",
    fields: {},
  }));
