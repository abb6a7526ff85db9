import type { playerSession } from "@ornament/contracts/devices/api";
import type { z } from "zod";
import { greeting } from "../greeting.ts";

const element = (id: string) => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}`);
  return found;
};

/**
 * Moves the token from the URL to the history entry, so that it is not bookmarked or shared. The entry keeps it over a
 * reload, also in a browser that blocks storages.
 */
function takeDeviceToken(): string | undefined {
  const address = new URL(location.href);
  const given = address.searchParams.get("deviceToken");
  if (given === null) return history.state?.deviceToken;
  address.searchParams.delete("deviceToken");
  history.replaceState({ deviceToken: given }, "", address);
  return given;
}

async function start() {
  const token = takeDeviceToken();
  const answer =
    token && (await fetch("/api/player/session", { headers: { Authorization: `Bearer ${token}` } }));
  if (!answer || answer.status === 401)
    return offerWayBack("We don’t know this device", "Please open the player from your ornament.");
  if (!answer.ok) throw new Error(`The session check answered ${answer.status}`);
  const session = (await answer.json()) as z.output<typeof playerSession>;
  if (session.status !== "ok") return location.replace(`/#${session.status}`);
  const { title, status, days, counted } = greeting(session, new Date());
  document.title = title;
  say(title, status);
  element("days").textContent = String(days);
  element("counted").textContent = counted;
  element("count").hidden = false;
}

function say(title: string, status: string) {
  element("title").textContent = title;
  element("status").textContent = status;
}

function offerWayBack(title: string, status: string) {
  say(title, status);
  element("way-back").hidden = false;
}

start().catch((error: unknown) => {
  console.error(error);
  offerWayBack("The videos can’t be loaded right now", "Please check your connection and reload this page.");
});
