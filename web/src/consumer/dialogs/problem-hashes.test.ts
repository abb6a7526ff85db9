import { expect, test } from "@jest/globals";
import { problemOf } from "./problem-hashes.ts";

test.each([
  ["#deactivated", "The user is not active", /^User has been deactivated$/],
  ["#lockedpin", "The pin has been locked", /^Ornament has been deactivated$/],
  ["#maximum-number-devices", "Number of allowed devices exceeded", /as many phones and tablets/],
])("the hash %s opens the problem dialog titled: %s", (hash, title, text) => {
  expect(problemOf(hash)).toMatchObject({ title, text: expect.stringMatching(text) });
});

test.each(["", "#faq", "#toString", "#__proto__"])("the hash %j opens no problem dialog", (hash) => {
  expect(problemOf(hash)).toBeUndefined();
});

test("the help of #deactivated says that the account was deleted, the only state in which the player reports it", () => {
  expect(problemOf("#deactivated")?.help).toMatch(/^The account that added this device was deleted/);
});
