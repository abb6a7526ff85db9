import { useEffect, useRef, useState } from "react";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { Button } from "../../ui/press/button.tsx";

/** The session storage key of the last visit whose timer was started. */
const startedKey = "playerTimerStarted";

export interface PlayerRedirectProps {
  link: string;
  afterMs: number;
  /**
   * Identifies a screen that Back or a reload can open again, such as a location's key: its timer is started
   * only once.
   */
  visit?: string | undefined;
  /** The consumer has begun something else here: the timer stops. */
  stopped?: boolean | undefined;
  /** The text while the timer runs. */
  waiting?: string | undefined;
  /** The text of the link. */
  label?: string | undefined;
}

/**
 * Opens the player after `afterMs` milliseconds, unless the consumer stops it with the button or any key,
 * leaves the page or comes back to it. The link opens the player at any time.
 */
export function PlayerRedirect({
  link,
  afterMs,
  visit,
  stopped = false,
  waiting = "The videos will open in a moment.",
  label = "Watch now",
}: PlayerRedirectProps) {
  const [running, setRunning] = useState(() => visit === undefined || sessionStore.get(startedKey) !== visit);
  const watch = useRef<HTMLAnchorElement>(null);
  const runs = running && !stopped;

  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => window.location.assign(link), afterMs);
    // With a delay, because React's strict mode starts every effect twice.
    const remember = setTimeout(() => visit !== undefined && sessionStore.set(startedKey, visit));
    const stop = () => setRunning(false);
    // A consumer who uses the keyboard needs time to reach the button.
    const onKey = ({ repeat }: KeyboardEvent) => !repeat && stop();
    document.addEventListener("keydown", onKey);
    // A browser that keeps the page while the player is open would continue the timer after Back.
    window.addEventListener("pagehide", stop);
    return () => {
      clearTimeout(timer);
      clearTimeout(remember);
      document.removeEventListener("keydown", onKey);
      window.removeEventListener("pagehide", stop);
    };
  }, [link, afterMs, visit, runs]);

  const stay = () => {
    setRunning(false);
    watch.current?.focus();
  };
  return (
    <div className="o-main-action">
      <p className="o-hint o-centred" role="status">
        {runs ? waiting : "Continue when you are ready."}
      </p>
      <div className="o-watch-or-stay">
        <a className="btn btn-action" href={link} ref={watch}>
          {label}
        </a>
        {runs && (
          <Button tone="quiet" onClick={stay}>
            Stay here
          </Button>
        )}
      </div>
    </div>
  );
}
