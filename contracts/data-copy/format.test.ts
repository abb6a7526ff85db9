import { expect, test } from "@jest/globals";
import { dataCopyConfirmation } from "./format.ts";

test.each([
  ["ann@example.com", "ann@example.com"],
  ["", "12"],
  [null, "12"],
])("the copy of the data of account 12 with the address %p is confirmed by %p", (email, typed) => {
  expect(dataCopyConfirmation(12, email)).toBe(typed);
});
