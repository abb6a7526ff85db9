import { describe, expect, test } from "@jest/globals";
import { editedPasswordCheck, onlyOneFilled, ownPasswordCheck } from "./rules.ts";

const pair = (password: string, confirmation: string) => ({ password, confirmation });

describe("a password on the edit page", () => {
  test("on the edit page a password is checked only if both fields are filled in", () => {
    expect(editedPasswordCheck(pair("abc", ""))).toEqual({});
    expect(editedPasswordCheck(pair("", "abc"))).toEqual({});
    expect(editedPasswordCheck(pair("abc", "abd"))).toHaveProperty("confirmation", "Password mismatch");
  });

  test("on the edit page it is an error to fill in only one of the password fields", () => {
    expect(onlyOneFilled(pair("abc", ""))).toBe(true);
    expect(onlyOneFilled(pair("", ""))).toBe(false);
    expect(onlyOneFilled(pair("a", "b"))).toBe(false);
  });
});

describe("a password on the own profile", () => {
  test("on the own profile the password may be empty", () =>
    expect(ownPasswordCheck(pair("", ""))).toEqual({}));

  test("on the own profile a password under 8 characters has a message of its own", () => {
    expect(ownPasswordCheck(pair("Abcde1", "Abcde1"))).toEqual({
      password: "Must be more than 8 characters",
    });
    expect(ownPasswordCheck(pair("Abcdefg1", "Abcdefg1"))).toEqual({});
  });

  test("on the own profile a password must meet the whole rule and match its confirmation", () => {
    expect(ownPasswordCheck(pair("abcdefgh", "abcdefgh"))).toEqual({
      password: "Password must include upper-case, number",
    });
    expect(ownPasswordCheck(pair("Abcdefg1", ""))).toEqual({ confirmation: "Password mismatch" });
    expect(ownPasswordCheck(pair("", "Abcdefg1"))).toEqual({ confirmation: "Password mismatch" });
  });
});
