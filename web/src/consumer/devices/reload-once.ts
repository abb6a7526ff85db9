import type { KeyValueStore } from "../../app/safe-storage.ts";

const messageKey = (screen: string) => `failure.${screen}`;
const reloadedKey = (screen: string) => `reloaded.${screen}`;

/**
 * A failure that the spec (§8) answers with a reload: true when the page is to reload now, with the message to be shown after it. It
 * reloads once and not again until the action has succeeded, so never in a loop.
 */
export function reloadsFor(session: KeyValueStore, screen: string, message: string): boolean {
  if (session.get(reloadedKey(screen)) !== undefined) return false;
  session.set(reloadedKey(screen), "yes");
  session.set(messageKey(screen), message);
  return true;
}

export const failureBeforeReload = (session: KeyValueStore, screen: string) =>
  session.get(messageKey(screen));

export const failureShown = (session: KeyValueStore, screen: string) => session.remove(messageKey(screen));

export const actionSucceeded = (session: KeyValueStore, screen: string) =>
  session.remove(reloadedKey(screen));
