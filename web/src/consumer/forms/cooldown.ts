import { useEffect, useState } from "react";
import type { KeyValueStore } from "../../app/browser-storage/safe-storage.ts";

/** The time before the same mail can be requested again, in milliseconds. */
export const cooldownMs = 60_000;

/**
 * The whole seconds until a wait is over; 0 without a wait. Setting the clock back doesn't make the wait
 * longer.
 */
export function secondsLeft(startedAt: number | undefined, now: number, lengthMs = cooldownMs): number {
  if (startedAt === undefined || startedAt > now) return 0;
  return Math.max(0, Math.ceil((startedAt + lengthMs - now) / 1000));
}

/** The whole seconds until a wait is over. The component is rendered each second until then. */
export function useSecondsLeft(startedAt: number | undefined, lengthMs = cooldownMs): number {
  const [, tick] = useState(0);
  const left = secondsLeft(startedAt, Date.now(), lengthMs);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => tick((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  return left;
}

/** The time left in digits: "14:32", or "2:05:09" from an hour on. */
export function inDigits(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = seconds >= 3600 ? parts : parts.slice(1);
  return shown.map((part, index) => (index === 0 ? `${part}` : `${part}`.padStart(2, "0"))).join(":");
}

const keyOf = (mail: string) => `mailSentAt.${mail}`;

/** Stores when a kind of mail was last requested, so that the cooldown survives a reload. */
export const storeMailSentAt = (store: KeyValueStore, mail: string, now: number) =>
  store.set(keyOf(mail), String(now));

/** The time of the last request for the mail, in milliseconds since 1970; `undefined` if there was none. */
export function mailSentAt(store: KeyValueStore, mail: string): number | undefined {
  const at = Number(store.get(keyOf(mail)) ?? "none");
  return Number.isFinite(at) ? at : undefined;
}
