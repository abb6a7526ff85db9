import { useEffect, useState } from "react";
import { isApiError, messageOf } from "../../app/api-error.ts";
import { sessionStore } from "../../app/safe-storage.ts";
import { actionSucceeded, failureBeforeReload, failureShown, reloadsFor } from "./reload-once.ts";

/** Failures of binding and removing devices: logged, shown, and followed by one reload (spec §8, design §12). */
export function useDeviceFailure(screen: "binding" | "removal") {
  const [message, setMessage] = useState(() => failureBeforeReload(sessionStore, screen));
  useEffect(() => failureShown(sessionStore, screen), [screen]);
  return {
    message,
    clear: () => setMessage(undefined),
    succeeded: () => actionSucceeded(sessionStore, screen),
    failed(error: unknown) {
      console.error(error);
      const text = messageOf(error);
      // Without a connection a reload would only lose the page.
      const offline = isApiError(error) && error.status === 0;
      if (!offline && reloadsFor(sessionStore, screen, text)) window.location.reload();
      else setMessage(text);
    },
  };
}
