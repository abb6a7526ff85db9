import type { ReadModelState } from "@ornament/contracts/read-models/api";
import { groupedNumber } from "../../ui/grouped-number.ts";

/** The names of the read models for people. */
export const readModelNames: Record<ReadModelState["name"], string> = {
  admins: "Admins",
  pins: "Pins",
  consumers: "Consumers",
  actionLog: "System action log",
  settings: "Settings",
  pinImports: "Imports of PINs",
  bulkChanges: "Bulk changes of PINs",
  access: "Rights",
  signInHelp: "Sign-in and mails",
};

/** The longest time since a measurement with an active projector. */
const activeMilliseconds = 30_000;

/** Whether an active projector has measured lately. */
export const isActive = (measuredAt: string | null, now: Date): boolean =>
  measuredAt !== null && now.getTime() - Date.parse(measuredAt) < activeMilliseconds;

export function stateText({
  state,
  progress,
  notUpToDate,
}: Pick<ReadModelState, "state" | "progress" | "notUpToDate">) {
  if (state === "ready" && notUpToDate) return { tone: "bad", text: "Stopped" } as const;
  const texts = {
    ready: { tone: "good", text: "Ready" },
    filling: { tone: "plain", text: `Filling, ${Math.floor(progress * 100)} %` },
    held: { tone: "bad", text: "Not of this log" },
    missing: { tone: "bad", text: "Missing" },
  } as const;
  return texts[state];
}

/** "No lag", or "7 events, 30 seconds". */
export function lagText(lag: ReadModelState["lag"]): string {
  if (!lag) return "Not measured";
  if (lag.events === 0) return "No lag";
  const seconds = Math.round(lag.seconds);
  const events = `${lag.isMore ? "more than " : ""}${counted(lag.events, "event")}`;
  return `${events}, ${counted(seconds, "second")}`;
}

export const counted = (count: number, one: string) =>
  `${groupedNumber(count)} ${count === 1 ? one : `${one}s`}`;
