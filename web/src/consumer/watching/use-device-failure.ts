import { useEffect, useState } from "react";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { isApiError, messageOf } from "../../app/calls/api-error.ts";
import { actionSucceeded, failureBeforeReload, failureShown, shouldReload } from "./reload-once.ts";

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
