import { useEffect, useState } from "react";
import { type KeyValueStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { isApiError, messageOf } from "../../app/calls/api-error.ts";

/**
 * Handles a failure to bind or remove devices: it is logged, the page reloads once, and the message is shown.
 */
export function useDeviceFailure(screen: "binding" | "removal") {
  const [message, setMessage] = useState(() => failureBeforeReload(sessionStore, screen));
  useEffect(() => failureShown(sessionStore, screen), [screen]);
  return {
    message,
    clear: () => setMessage(undefined),
    succeeded: () => actionSucceeded(sessionStore, screen),
    /** Returns whether the page reloads. */
    failed(error: unknown): boolean {
      console.error(error);
      const text = messageOf(error);
      // Without a connection a reload would lose the page.
      const offline = isApiError(error) && error.status === 0;
      const reloads = !offline && shouldReload(sessionStore, screen, text);
      if (reloads) window.location.reload();
      else setMessage(text);
      return reloads;
    },
  };
}

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
