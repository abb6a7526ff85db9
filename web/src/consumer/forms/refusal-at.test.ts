import { expect, test } from "@jest/globals";
import { type ApiError, offlineError } from "../../app/calls/api-error.ts";
import { refusalAt } from "./refusal-at.ts";

const refusal = (more: Partial<ApiError>): ApiError => ({
  status: 400,
  code: "invalid_request",
  message: "Please check the highlighted fields.",
  errors: [],
  ...more,
});
const place = (error: unknown) => refusalAt(error, ["email", "password"], "email");

test("a server error is shown at the fields that it names", () => {
  const errors = [{ path: "password", message: "Password must include number" }];
  const fields = { password: "Password must include number" };
  expect(place(refusal({ errors }))).toEqual({ fields, message: undefined });
});

test("a server error that names no field of the form is shown at the fallback field", () => {
  const message = "Incorrect email or password.";
  const errors = [{ path: "verifyCaptcha", message: "Too long" }];
  const error = refusal({ status: 401, code: "sign_in_failed", message, errors });
  expect(place(error)).toEqual({ fields: { email: message }, message: undefined });
});

test.each([
  [offlineError, offlineError.message],
  [refusal({ status: 503, message: "Busy" }), "Busy"],
  [refusal({ status: 429, message: "Wait" }), "Wait"],
  [new Error("anything"), "Something went wrong. Please try again."],
])("the message of error %#, which no other input mends, is for the whole form", (error, message) =>
  expect(place(error)).toEqual({ fields: {}, message }),
);
