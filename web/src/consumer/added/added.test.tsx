import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, screen } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { openSite, ornament, parentWith, setDate } from "../testing/open-site.tsx";
import { addedCount } from "./added-pin-page.tsx";
import { calendarFile } from "./calendar-file.ts";

test.each([
  ["3", 3],
  ["50", 50],
  [null, 7],
  ["", 7],
  ["0", 7],
  ["-1", 7],
  ["1e3", 7],
  ["<b>", 7],
])("with count=%s in the address, the screen shows %s ornaments", (parameter, shown) =>
  expect(addedCount(parameter, 7)).toBe(shown),
);

const owner = parentWith([ornament]);

beforeEach(() => {
  localStorage.setItem("tokenUser", owner.accessToken);
  localStorage.setItem("deviceToken", "device");
});
afterEach(() => void jest.useRealTimers());

/** Opens the screen as PIN entry does. */
async function openCreated(time: string, state: unknown) {
  setDate(time);
  const { router } = openSite("/user/add-pin", { "/api/user/refresh": json(owner) });
  await screen.findByRole("heading", { name: "Add an ornament" });
  await act(() => router.navigate("/user/account-created", { state }));
  await screen.findByRole("heading", { name: "Account created" });
}

test.each([
  ["2026-11-30T23:59:59", /The first video comes on December 1st/, "Open the player"],
  ["2026-12-01T00:00:00", /Santa is waiting/, "Watch now"],
  ["2026-12-26T12:00:00", /Santa is waiting/, "Watch now"],
  ["2026-12-27T00:00:00", /have ended. The next ones begin on December 1st/, "Open the player"],
])("at %s, the screen of a new account says %s, and its link: %s", async (time, words, label) => {
  await openCreated(time, { playerUrl: "https://player.example/", name: "Emma" });
  expect(screen.getByText(words)).toBeDefined();
  const link = screen.getByRole("link", { name: label });
  expect(link.getAttribute("href")).toBe("https://player.example/?deviceToken=device");
  const inSeason = label === "Watch now";
  expect(screen.queryByRole("button", { name: "Add to calendar" }) === null).toBe(inSeason);
});

test("the screen of a new account leads to the ornaments if there is no player to open", async () => {
  await openCreated("2026-12-03T12:00:00", { playerUrl: null, name: "" });
  const link = screen.getByRole("link", { name: "Choose an ornament" });
  expect(link.getAttribute("href")).toBe("/user/pin-authorization");
  expect(document.querySelector(".o-ribbon-name")).toBeNull();
});

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
