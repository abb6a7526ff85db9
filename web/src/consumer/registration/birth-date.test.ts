import { expect, test } from "@jest/globals";
import { birthYears, isAdultOn } from "./birth-date.ts";

const today = new Date(2026, 11, 3);

test("the birth years go from the current year back to 1900", () => {
  const years = birthYears(today);
  expect(years[0]?.value).toBe("2026");
  expect(years.at(-1)?.value).toBe("1900");
  expect(years).toHaveLength(127);
});

test("a person is an adult in the month of the 18th birthday, and not in the month before", () => {
  expect(isAdultOn(today, { month: "12", year: "2008" })).toBe(true);
  expect(isAdultOn(new Date(2026, 10, 30), { month: "12", year: "2008" })).toBe(false);
});
