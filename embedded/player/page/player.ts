import type { playerSession } from "@ornament/contracts/api/ornaments";
import type { z } from "zod";
import { type CalendarDay, daysUntilStart, seasonCalendar, seasonYear, type Video } from "../calendar.ts";

const element = <T extends HTMLElement>(id: string) => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}`);
  return found as T;
};

const say = (title: string, status: string) => {
  element("title").textContent = title;
  element("status").textContent = status;
};

/** Moves the token from the URL to the tab's storage, so that it is not bookmarked or shared. */
function takeDeviceToken(): string | null {
  const address = new URL(location.href);
  const given = address.searchParams.get("deviceToken");
  if (given === null) return sessionStorage.getItem("deviceToken");
  sessionStorage.setItem("deviceToken", given);
  address.searchParams.delete("deviceToken");
  history.replaceState(null, "", address);
  return given;
}

async function start() {
  const token = takeDeviceToken();
  if (token === null)
    return offerWayBack("We don’t know this device", "Please open the player from your ornament.");
  const answer = await fetch("/api/player/session", { headers: { Authorization: `Bearer ${token}` } });
  if (answer.status === 401)
    return offerWayBack("We don’t know this device", "Please open the player from your ornament.");
  if (!answer.ok) throw new Error(`The session check answered ${answer.status}`);
  const session = (await answer.json()) as z.output<typeof playerSession>;
  if (session.status !== "ok") {
    location.replace(`/#${session.status}`);
    return;
  }
  show(session.ornamentName, new Date(session.registeredAt));
}

function show(ornamentName: string, registeredAt: Date) {
  const today = new Date();
  const days = seasonCalendar(today, registeredAt);
  const name = ornamentName === "" ? "Your ornament" : ornamentName;
  const begun = days.some(({ state }) => state !== "to-come");
  say(
    `${name} is ready`,
    begun
      ? "Open a lit window to watch. Captions are in English."
      : `Santa’s first video arrives on December 1, ${seasonYear(today)}. Come back then, on this device.`,
  );
  document.title = `${name} · Santa’s videos`;
  showCountdown(daysUntilStart(today));
  offerToday(days.find(({ isToday, state }) => isToday && state === "watchable"));
  element("calendar").replaceChildren(...days.map(dayElement));
}

function showCountdown(days: number) {
  if (days === 0) return;
  const countdown = element("countdown");
  const [number, words] = countdown.children;
  if (number) number.textContent = String(days);
  if (words) words.textContent = days === 1 ? "day to go" : "days to go";
  countdown.hidden = false;
}

function offerToday(today: CalendarDay | undefined) {
  if (today === undefined) return;
  const offer = element("today");
  const button = offer.querySelector("button");
  if (button === null) return;
  button.textContent = today.videos.length === 1 ? "Watch today’s video" : "Watch today’s videos";
  button.addEventListener("click", () => open(today));
  offer.hidden = false;
}

const videosOf = ({ videos }: CalendarDay) => `${videos.length} ${videos.length === 1 ? "video" : "videos"}`;

const noteOf = (day: CalendarDay) =>
  day.isToday ? "Today" : day.state === "before-registration" ? "Before you joined" : videosOf(day);

function dayElement(day: CalendarDay): HTMLElement {
  const item = document.createElement("li");
  item.className = `${day.state}${day.isToday ? " today" : ""}`;
  const door = document.createElement(day.state === "watchable" ? "button" : "div");
  door.className = "door";
  const number = document.createElement("strong");
  const month = document.createElement("span");
  month.textContent = "Dec ";
  number.textContent = String(day.day);
  const pause = document.createElement("span");
  pause.className = "only-read-out";
  pause.textContent = day.isToday ? `, ${videosOf(day)}, ` : ", ";
  const note = document.createElement("span");
  note.textContent = noteOf(day);
  door.append(month, number, pause, note);
  if (day.state === "watchable") door.addEventListener("click", () => open(day));
  item.append(door);
  return item;
}

/** Opens a day: its videos as a list, the first one playing. */
function open(day: CalendarDay) {
  const buttons = day.videos.map((video) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = video.title;
    button.addEventListener("click", () => play(video, button));
    return button;
  });
  const play = (video: Video, chosen: HTMLButtonElement) => {
    for (const button of buttons) button.removeAttribute("aria-current");
    chosen.setAttribute("aria-current", "true");
    element("caption").textContent = `“Ho ho ho! ${video.title} – and hello to you!”`;
  };
  element("video-title").textContent = `December ${day.day}`;
  element("playlist").replaceChildren(
    ...buttons.map((button) => {
      const row = document.createElement("li");
      row.append(button);
      return row;
    }),
  );
  const [video] = day.videos;
  const [button] = buttons;
  if (video && button) play(video, button);
  element<HTMLDialogElement>("video").showModal();
}

function offerWayBack(title: string, status: string) {
  say(title, status);
  element("way-back").hidden = false;
}

start().catch((error: unknown) => {
  console.error(error);
  offerWayBack("The videos can’t be loaded right now", "Please check your connection and reload this page.");
});
