import { expect, test } from "@jest/globals";
import { isAdult } from "./age.ts";

test.each([
  [{ year: 2008, month: 11 }, true],
  [{ year: 2008, month: 12 }, false],
  [{ year: 2007, month: 12 }, true],
  [{ year: 1900, month: 1 }, true],
  [{ year: 2026, month: 11 }, false],
])("whether a person born in %p is an adult in November 2026: %p", (birth, adult) => {
  expect(isAdult(birth, { year: 2026, month: 11 })).toBe(adult);
});
