import { useEffect, useState } from "react";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { pageLoads } from "../../app/loading/page-loads.ts";
import { useRepeat } from "../../app/use-repeat.ts";

/** The session storage key of the last visit whose timer was started. */
const startedKey = "playerTimerStarted";

/** The time in which the server must answer, and the pauses before it is asked again, in milliseconds. */
const patienceMs = 4000;
const pauseMs = { first: 500, longest: 5000 } as const;

export interface PlayerJump {
  link: string;
  /** The time before the player opens, in milliseconds. 0 right after an answer of the server. */
  afterMs: number;
  /**
   * Identifies a screen that Back or a reload can open again, such as a location's key: its timer is started
   * only once.
   */
  visit?: string | undefined;
  /** The consumer has begun something else here: the timer stops. */
  stopped?: boolean | undefined;
}

/**
 * `waiting` for the time to be over, `offline` until the connection is back, `going` to the player, or
 * `stopped` until the consumer opens it.
 */
export type JumpState = "waiting" | "offline" | "going" | "stopped";

const connected = (): Promise<boolean> =>
  Promise.race([
    pageLoads.serverAnswers(),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patienceMs)),
  ]);

/**
 * Opens the player after `afterMs` milliseconds, unless the consumer stops it with any key, leaves the page
 * or comes back to it. Without a connection the browser would show its own error page instead of this one, so
 * the player opens when the connection is back.
 */
export function usePlayerJump({ link, afterMs, visit, stopped = false }: PlayerJump) {
  const [state, setState] = useState<JumpState>(() =>
    visit !== undefined && sessionStore.get(startedKey) === visit ? "stopped" : "waiting",
  );

  useEffect(() => {
    if (stopped) setState("stopped");
  }, [stopped]);

  useEffect(() => {
    if (state !== "waiting") return;
    let over = false;
    const timer = setTimeout(async () => {
      const reachable = (afterMs === 0 && !pageLoads.offline()) || (await connected());
      if (!over) setState(reachable ? "going" : "offline");
    }, afterMs);
    // With a delay, because React's strict mode starts every effect twice.
    const remember = setTimeout(() => visit !== undefined && sessionStore.set(startedKey, visit));
    return () => {
      over = true;
      clearTimeout(timer);
      clearTimeout(remember);
    };
  }, [state, afterMs, visit]);

  const ask = async () => {
    const reachable = await connected();
    if (reachable) setState((now) => (now === "offline" ? "going" : now));
  };
  useRepeat(ask, state === "offline", pauseMs.first, pauseMs.longest);

  useEffect(() => {
    if (state === "going") window.location.assign(link);
  }, [state, link]);

  useEffect(() => {
    if (state === "stopped") return;
    const stop = () => setState("stopped");
    // A consumer who uses the keyboard needs time to reach the button.
    const onKey = ({ repeat }: KeyboardEvent) => !repeat && state === "waiting" && stop();
    document.addEventListener("keydown", onKey);
    // A browser that keeps the page while the player is open would continue the timer after Back.
    window.addEventListener("pagehide", stop);
    return () => {
      document.removeEventListener("keydown", onKey);
      window.removeEventListener("pagehide", stop);
    };
  }, [state]);

  return {
    state,
    stay: () => setState("stopped"),
    /** The consumer pressed the link without a connection: the player opens when it is back. */
    hold: () => setState("offline"),
  };
}
