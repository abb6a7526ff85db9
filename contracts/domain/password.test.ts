import { describe, expect, test } from "@jest/globals";
import { newPasswordInput } from "./inputs.ts";
import { passwordProblem, passwordTooLongMessage } from "./password.ts";

describe("password rule", () => {
  test.each([
    ["", "Required"],
    ["-", "Password must include 8 characters, upper-case, lower-case and number"],
    ["abcdefgh", "Password must include upper-case, number"],
    ["ABCDEFG1", "Password must include lower-case"],
    ["Abcdef1", "Password must include 8 characters"],
    ["Abcdefgh", "Password must include number"],
  ])("%p → %p", (password, message) => {
    expect(passwordProblem(password)).toBe(message);
    expect(newPasswordInput.safeParse(password).error?.issues[0]?.message).toBe(message);
  });

  test("exactly 8 characters pass", () => {
    expect(passwordProblem("Abcdefg1")).toBeUndefined();
  });

  test("72 UTF-8 bytes pass, one more is refused", () => {
    const longest = `Aa1${"é".repeat(34)}x`;
    expect(new TextEncoder().encode(longest)).toHaveLength(72);
    expect(passwordProblem(longest)).toBeUndefined();
    expect(passwordProblem(`${longest}x`)).toBe(passwordTooLongMessage);
  });
});
