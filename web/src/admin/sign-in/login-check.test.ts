import { expect, test } from "@jest/globals";
import { loginCheck } from "./login-page.tsx";

test.each([
  ["", "", { email: "Fields must not be left blank" }],
  [" ", "secret", { email: "Fields must not be left blank" }],
  ["a@b.com", "", { password: "Fields must not be left blank" }],
  ["a@b.com", "secret", {}],
])("sign-in with email %j and password %j has the messages %j", (email, password, problems) =>
  expect(loginCheck({ email, password })).toEqual(problems),
);
