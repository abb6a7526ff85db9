import { useEffect, useRef } from "react";

/** The shortest pause after a call, in milliseconds. */
const shortestMs = 500;

/** The person is back, or the connection is. */
const returns = ["focus", "pageshow", "online"] as const;

/**
 * Repeats a call while something is waited for: after `firstMs` (0: immediately), then each time after twice the
 * former wait, at most `longestMs`. It also calls immediately when the person or the connection comes back. A tab that
 * nobody sees calls nothing. Calls never overlap, and a failed one doesn't end them.
 */
export function useRepeat(call: () => unknown, waiting: boolean, firstMs: number, longestMs = 30_000): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    if (!waiting) return;
    let wait = firstMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let running = false;
    let over = false;
    const run = async () => {
      if (running || document.hidden) return;
      clearTimeout(timer);
      running = true;
      try {
        await latest.current();
      } catch {
        // Asked again after the next wait.
      }
      running = false;
      wait = Math.min(Math.max(wait * 2, shortestMs), longestMs);
      if (!over) timer = setTimeout(run, wait);
    };
    if (firstMs === 0) void run();
    else timer = setTimeout(run, wait);
    for (const name of returns) window.addEventListener(name, run);
    document.addEventListener("visibilitychange", run);
    return () => {
      over = true;
      clearTimeout(timer);
      for (const name of returns) window.removeEventListener(name, run);
      document.removeEventListener("visibilitychange", run);
    };
  }, [waiting, firstMs, longestMs]);
}
