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
  expect(place(refusal({ errors }))).toEqual({
    fields: { password: "Password must include number" },
    message: undefined,
  });
});

test("a server error that names no field of the form is shown at the fallback field", () => {
  const error = refusal({
    status: 401,
    code: "sign_in_failed",
    message: "Incorrect email or password.",
    errors: [{ path: "verifyCaptcha", message: "Too long" }],
  });
  expect(place(error)).toEqual({ fields: { email: "Incorrect email or password." }, message: undefined });
});

test("the message is for the whole form when the server can't be reached, failed or asks to wait", () => {
  expect(place(offlineError)).toEqual({ fields: {}, message: offlineError.message });
  expect(place(refusal({ status: 503, message: "Busy" }))).toEqual({ fields: {}, message: "Busy" });
  expect(place(refusal({ status: 429, message: "Wait" }))).toEqual({ fields: {}, message: "Wait" });
  expect(place(new Error("anything"))).toEqual({
    fields: {},
    message: "Something went wrong. Please try again.",
  });
});
