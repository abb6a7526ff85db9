import { expect, test } from "@jest/globals";
import { exportedData, hasWithheld } from "./withheld.ts";

test("exported data have no password hash, no person's key and no encrypted value, at any depth", () => {
  const data = {
    consumerId: 7,
    passwordHash: "$2b$11$hash",
    attempt: { passwordHash: "$2b$11$other", marketingEmail: true },
    events: [{ data: { wrappedKey: "k", email: { $person: "consumer7", $sealed: "x" } } }],
    none: null,
  };
  expect(exportedData(data)).toEqual({
    consumerId: 7,
    passwordHash: "(withheld)",
    attempt: { passwordHash: "(withheld)", marketingEmail: true },
    events: [{ data: { wrappedKey: "(withheld)", email: null } }],
    none: null,
  });
});

test("a value that exports don't contain is found at any depth", () => {
  expect(hasWithheld({ consumerId: 7, attempt: [{ passwordHash: "$2b$11$other" }] })).toBe(true);
  expect(hasWithheld({ consumerId: 7, attempt: [{ name: "passwordHash" }], none: null })).toBe(false);
});
