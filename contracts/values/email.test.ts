import { expect, test } from "@jest/globals";
import { emailProblem } from "./email.ts";
import { emailInput } from "./inputs.ts";

test.each(["a@b.co", "first.last+tag@sub.example.info", "  Parent@Example.COM "])(
  "%p is a valid email address",
  (text) => {
    expect(emailProblem(text)).toBeUndefined();
  },
);

test("an email address is parsed without surrounding space and in lower case", () => {
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
])("%p is an invalid email address", (text) => {
  expect(emailProblem(text)).toBe("Invalid email address");
});

test("an empty email address gets the message Required", () => {
  expect(emailProblem("  ")).toBe("Required");
  expect(emailInput.safeParse(undefined).error?.issues[0]?.message).toBe("Required");
});
