import { expect, test } from "@jest/globals";
import { problemOf } from "./problem-hashes.ts";

test.each([
  ["#deactivated", "The user is not active"],
  ["#lockedpin", "The pin has been locked"],
  ["#maximum-number-devices", "Number of allowed devices exceeded"],
])("the hash %s opens the problem dialog titled: %s", (hash, title) => {
  expect(problemOf(hash)?.title).toBe(title);
});

test.each(["", "#faq", "#toString", "#__proto__"])("the hash %j opens no problem dialog", (hash) => {
  expect(problemOf(hash)).toBeUndefined();
});
