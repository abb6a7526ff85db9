import type { KeyValueStore } from "../../app/safe-storage.ts";

/** How long a mail can't be asked for again, in milliseconds. */
export const cooldownMs = 60_000;

/** The whole seconds until a mail may be asked for again: 0 when it may. A clock set back doesn't lengthen the wait. */
export function secondsLeft(sentAt: number | undefined, now: number): number {
  if (sentAt === undefined || sentAt > now) return 0;
  return Math.max(0, Math.ceil((sentAt + cooldownMs - now) / 1000));
}

const keyOf = (mail: string) => `mailSentAt.${mail}`;

/** Remembers over a reload when a kind of mail was last asked for. */
export const storeMailSentAt = (store: KeyValueStore, mail: string, now: number) =>
  store.set(keyOf(mail), String(now));

export function mailSentAt(store: KeyValueStore, mail: string): number | undefined {
  const at = Number(store.get(keyOf(mail)) ?? "none");
  return Number.isFinite(at) ? at : undefined;
}
