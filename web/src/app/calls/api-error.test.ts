import { expect, test } from "@jest/globals";
import { fieldErrorsOf, listedErrorsOf, messageOf, toApiError } from "./api-error.ts";

const body = {
  error: true,
  code: "invalid_request",
  message: "Please check the highlighted fields.",
  errors: [
    "user_error",
    "ABCD-123 is not valid",
    { path: "email", message: "Required" },
    { path: "email", message: "Second" },
  ],
};

test("an error answer gives its message, its fields' messages and its list", () => {
  const error = toApiError(400, body, "7");
  expect(messageOf(error)).toBe("Please check the highlighted fields.");
  expect(fieldErrorsOf(error)).toEqual({ email: "Required" });
  expect(listedErrorsOf(error)).toEqual(["ABCD-123 is not valid"]);
  expect(error.retryAfter).toBe(7);
});

test("an error answer gives the tries left if it has them", () => {
  const tries = { left: 2, breakSeconds: 900 };
  expect(toApiError(400, { ...body, tries }, null).tries).toEqual(tries);
  expect(toApiError(400, body, null)).not.toHaveProperty("tries");
});

test("a proxy's page or an exception is shown as the web's standard message", () => {
  expect(messageOf(toApiError(502, undefined, null))).toBe(
    "Something went wrong on our side. Please try again in a moment.",
  );
  expect(messageOf(toApiError(503, undefined, "120"))).toMatch(/try again in 2 minutes\.$/);
  expect(messageOf(new Error("boom"))).toBe("Something went wrong. Please try again.");
  expect(fieldErrorsOf(undefined)).toEqual({});
});
