import { expect, test } from "@jest/globals";
import { type ApiError, offlineError } from "../../app/calls/api-error.ts";
import { refusedActivation } from "./use-activation.ts";

const refusal = (code: ApiError["code"]): ApiError => ({ status: 400, code, message: "No.", errors: [] });

test.each([
  ["link_used", "used"],
  ["link_expired", "expired"],
  ["link_incorrect", "incorrect"],
  ["invalid_request", "incorrect"],
] as const)("a confirmation link refused with %s is shown as %s", (code, kind) =>
  expect(refusedActivation(refusal(code))).toEqual({ kind }),
);

test("any other error of a confirmation link can be retried and shows its message", () => {
  expect(refusedActivation(offlineError)).toEqual({ kind: "failed", message: offlineError.message });
  expect(refusedActivation(refusal("busy"))).toEqual({ kind: "failed", message: "No." });
});
