import { expect, test } from "@jest/globals";
import { accountRefusal } from "./account-rules.ts";

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
