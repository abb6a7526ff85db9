import { describe, expect, test } from "@jest/globals";
import { daysUntilStart, seasonCalendar, seasonYear } from "./calendar.ts";

const at = (text: string) => new Date(`${text}T10:00:00`);
const states = (today: string, registered: string) =>
  seasonCalendar(at(today), at(registered)).map(({ state }) => state);

describe("the season's calendar", () => {
  test("the calendar runs from December 1 to 26 with the number of videos that the FAQ names", () => {
    const days = seasonCalendar(at("2026-12-26"), at("2026-11-01"));
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 26 }, (_, i) => i + 1));
    expect(days.slice(0, 23).every(({ videos }) => videos.length === 2 || videos.length === 3)).toBe(true);
    expect(days[23]?.videos.length).toBeGreaterThan(3);
    expect(days.slice(24).map(({ videos }) => videos.length)).toEqual([1, 1]);
  });

  test("all days are in the future before December", () => {
    expect(new Set(states("2026-11-20", "2026-11-20"))).toEqual(new Set(["to-come"]));
  });

  test("a consumer who registered on December 5 sees that day and later days only", () => {
    const seen = states("2026-12-07", "2026-12-05");
    expect(seen.slice(0, 4)).toEqual(Array(4).fill("before-registration"));
    expect(seen.slice(4, 7)).toEqual(Array(3).fill("watchable"));
    expect(seen.slice(7)).toEqual(Array(19).fill("to-come"));
  });

  test("the calendar marks the day of the visit in the season", () => {
    const marked = (today: string) =>
      seasonCalendar(at(today), at("2026-11-01")).flatMap(({ day, isToday }) => (isToday ? [day] : []));
    expect(marked("2026-12-14")).toEqual([14]);
    expect(marked("2026-12-27")).toEqual([]);
    expect(marked("2027-01-14")).toEqual([]);
  });

  test.each([
    ["2026-11-20", 11],
    ["2026-11-30", 1],
    ["2026-12-01", 0],
    ["2027-01-05", 0],
    ["2027-03-01", 275],
  ])("on %s the first video is %i days away", (today, days) => {
    expect(daysUntilStart(at(today))).toBe(days);
  });

  test("the calendar shows the December before in January", () => {
    expect(seasonYear(at("2027-01-03"))).toBe(2026);
    expect(seasonYear(at("2027-02-01"))).toBe(2027);
  });
});
