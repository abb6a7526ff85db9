import { expect, test } from "@jest/globals";
import { exportedData } from "./withheld.ts";

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
