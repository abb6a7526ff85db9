import { describe, expect, test } from "@jest/globals";
import { accountRefusal } from "./account-refusal.ts";

describe("a refused account", () => {
  test("none so far: nothing is said", () =>
    expect(accountRefusal(undefined)).toEqual({ message: undefined, fields: {} }));

  test("an address that is taken marks the email as well", () => {
    const error = { status: 409, code: "email_taken", message: "Taken.", errors: [] };
    expect(accountRefusal(error)).toEqual({ message: "Taken.", fields: { email: "Taken." } });
  });

  test("the fields it names get their own messages", () => {
    const errors = [{ path: "firstName", message: "At most 60 characters" }];
    const error = { status: 400, code: "invalid_request", message: "Please check.", errors };
    expect(accountRefusal(error).fields).toEqual({ firstName: "At most 60 characters" });
  });

  test("the last IT Admin marks no field", () =>
    expect(accountRefusal({ status: 409, code: "last_it_admin", message: "Last.", errors: [] })).toEqual({
      message: "Last.",
      fields: {},
    }));
});
