import { expect, test } from "@jest/globals";
import { calendarFile } from "./calendar-file.ts";

const event = {
  uid: "first-video-2026@ornament.example",
  day: { year: 2026, month: 12, day: 1 },
  title: "Santa’s first video",
  text: "Call the children; open https://ornament.example/, and watch.\nHo \\ ho",
  link: "https://ornament.example/",
  remindAtHour: 8,
  madeAt: new Date("2026-11-22T18:30:05.123Z"),
};
/** The lines after unfolding. */
const linesOf = (file: string) => file.replaceAll("\r\n ", "").split("\r\n");

test("the calendar file has one all-day event with a reminder, and escaped texts", () => {
  expect(linesOf(calendarFile(event))).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Ornament//First video//EN",
    "BEGIN:VEVENT",
    "UID:first-video-2026@ornament.example",
    "DTSTAMP:20261122T183005Z",
    "DTSTART;VALUE=DATE:20261201",
    "DTEND;VALUE=DATE:20261202",
    "SUMMARY:Santa’s first video",
    "DESCRIPTION:Call the children\\; open https://ornament.example/\\, and watch.\\nHo \\\\ ho",
    "URL:https://ornament.example/",
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Santa’s first video",
    "TRIGGER:PT8H",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("an event on the last day of a month ends on the first day of the next", () => {
  const file = calendarFile({ ...event, day: { year: 2026, month: 12, day: 31 } });
  expect(linesOf(file)).toContain("DTEND;VALUE=DATE:20270101");
});

test("no line of the calendar file is longer than 75 bytes, and no character is divided", () => {
  const title = "🎄".repeat(60);
  const file = calendarFile({ ...event, title });
  for (const line of file.split("\r\n"))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(linesOf(file)).toContain(`SUMMARY:${title}`);
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});
