import type { KeyValueStore } from "../../app/browser-storage/safe-storage.ts";

/** The time before the same mail can be requested again, in milliseconds. */
export const cooldownMs = 60_000;

/**
 * The whole seconds until the mail can be requested again; 0 if it can be now. Setting the clock back doesn't
 * make the wait longer.
 */
export function secondsLeft(sentAt: number | undefined, now: number): number {
  if (sentAt === undefined || sentAt > now) return 0;
  return Math.max(0, Math.ceil((sentAt + cooldownMs - now) / 1000));
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
