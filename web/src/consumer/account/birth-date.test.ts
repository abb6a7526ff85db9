import { expect, test } from "@jest/globals";
import { birthMonths, birthYears, isAdultOn } from "./birth-date.ts";

const today = new Date(2026, 11, 3);

test("the birth years go from the current year back to 1900", () => {
  const years = birthYears(today);
  expect(years[0]?.value).toBe("2026");
  expect(years.at(-1)?.value).toBe("1900");
  expect(years).toHaveLength(127);
});

test("the birth months are numbered from January to December", () => {
  expect(birthMonths[0]).toEqual({ value: "1", label: "January" });
  expect(birthMonths[11]).toEqual({ value: "12", label: "December" });
});

test("a person is an adult in the month of the 18th birthday, and not in the month before", () => {
  expect(isAdultOn(today, { month: "12", year: "2008" })).toBe(true);
  expect(isAdultOn(new Date(2026, 10, 30), { month: "12", year: "2008" })).toBe(false);
});
