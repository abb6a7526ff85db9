import { describe, expect, test } from "@jest/globals";
import { emailProblem } from "./email.ts";
import { emailInput } from "./inputs.ts";

describe("email", () => {
  test.each(["a@b.co", "first.last+tag@sub.example.info", "  Parent@Example.COM "])("%p is fine", (text) => {
    expect(emailProblem(text)).toBeUndefined();
  });

  test("case and surrounding space make one account", () => {
    expect(emailInput.parse("  Parent@Example.COM ")).toBe("parent@example.com");
  });

  test.each([
    "a",
    "a@b",
    "@b.co",
    "a@b.c",
    "a@b.museum",
    "a b@c.de",
    "a@b.co\r\nBcc: x@y.zz",
    "a@@b.co",
    "a@b..co",
  ])("%p is an invalid address", (text) => {
    expect(emailProblem(text)).toBe("Invalid email address");
  });

  test("an empty one is required", () => {
    expect(emailProblem("  ")).toBe("Required");
    expect(emailInput.safeParse(undefined).error?.issues[0]?.message).toBe("Required");
  });
});
