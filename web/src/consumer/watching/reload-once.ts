import type { KeyValueStore } from "../../app/browser-storage/safe-storage.ts";

const messageKey = (screen: string) => `failure.${screen}`;
const reloadedKey = (screen: string) => `reloaded.${screen}`;

/**
 * Whether the page should reload after a failure. If so, the message is kept for after the reload. The page
 * doesn't reload again until the action has succeeded, so that it never reloads in a loop.
 */
export function shouldReload(session: KeyValueStore, screen: string, message: string): boolean {
  if (session.get(reloadedKey(screen)) !== undefined) return false;
  session.set(reloadedKey(screen), "yes");
  session.set(messageKey(screen), message);
  return true;
}

/** The message of the failure for which the page was reloaded. */
export const failureBeforeReload = (session: KeyValueStore, screen: string) =>
  session.get(messageKey(screen));

/** The message was shown and is forgotten. */
export const failureShown = (session: KeyValueStore, screen: string) => session.remove(messageKey(screen));

/** After a success the page may reload again at the next failure. */
export const actionSucceeded = (session: KeyValueStore, screen: string) =>
  session.remove(reloadedKey(screen));
