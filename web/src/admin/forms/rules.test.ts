import { describe, expect, test } from "@jest/globals";
import { editedPasswordCheck, newPasswordCheck, onlyOneFilled, ownPasswordCheck } from "./rules.ts";

const pair = (password: string, confirmation: string) => ({ password, confirmation });

describe("a new password", () => {
  test("is required together with its confirmation", () =>
    expect(newPasswordCheck(pair("", ""))).toEqual({ password: "Required", confirmation: "Required" }));

  test("is told what it misses and whether the entries differ", () =>
    expect(newPasswordCheck(pair("abcdefgh", "abcdefg"))).toEqual({
      password: "Password must include upper-case, number",
      confirmation: "Password mismatch",
    }));

  test("passes the rule", () => expect(newPasswordCheck(pair("Abcdefg1", "Abcdefg1"))).toEqual({}));
});

describe("a password on the edit page", () => {
  test("is checked only where both entries are filled", () => {
    expect(editedPasswordCheck(pair("abc", ""))).toEqual({});
    expect(editedPasswordCheck(pair("", "abc"))).toEqual({});
    expect(editedPasswordCheck(pair("abc", "abd"))).toHaveProperty("confirmation", "Password mismatch");
  });

  test("half filled is noticed", () => {
    expect(onlyOneFilled(pair("abc", ""))).toBe(true);
    expect(onlyOneFilled(pair("", ""))).toBe(false);
    expect(onlyOneFilled(pair("a", "b"))).toBe(false);
  });
});

describe("a password on one's own profile", () => {
  test("may stay empty", () => expect(ownPasswordCheck(pair("", ""))).toEqual({}));

  test("has words of its own when it is short; exactly 8 characters pass", () => {
    expect(ownPasswordCheck(pair("Abcde1", "Abcde1"))).toEqual({
      password: "Must be more than 8 characters",
    });
    expect(ownPasswordCheck(pair("Abcdefg1", "Abcdefg1"))).toEqual({});
  });

  test("is held to the whole rule and to its confirmation", () => {
    expect(ownPasswordCheck(pair("abcdefgh", "abcdefgh"))).toEqual({
      password: "Password must include upper-case, number",
    });
    expect(ownPasswordCheck(pair("Abcdefg1", ""))).toEqual({ confirmation: "Password mismatch" });
    expect(ownPasswordCheck(pair("", "Abcdefg1"))).toEqual({ confirmation: "Password mismatch" });
  });
});
