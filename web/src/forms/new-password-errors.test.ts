import { expect, test } from "@jest/globals";
import { newPasswordErrors } from "./new-password.tsx";

test.each([
  ["", "", { password: "Required", confirmation: "Required" }],
  [
    "abcdefgh",
    "abcdefg",
    { password: "Password must include upper-case, number", confirmation: "Password mismatch" },
  ],
  ["Abcdefg1", "Abcdefg1", {}],
])("the new password %j with the confirmation %j has the messages %j", (password, confirmation, messages) =>
  expect(newPasswordErrors({ password, confirmation })).toEqual(messages),
);
