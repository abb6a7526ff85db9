import { useEffect, useRef } from "react";

/** The person is back, or the connection is. */
const returns = ["focus", "pageshow", "online"] as const;

/**
 * Repeats a call while something is waited for: after `firstMs`, then each time after twice the former wait, at most
 * `longestMs`. It also calls immediately when the person or the connection comes back. A tab that nobody sees calls
 * nothing. Calls never overlap, and a failed one doesn't end them.
 */
export function useRepeat(call: () => unknown, waiting: boolean, firstMs: number, longestMs = 30_000): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    if (!waiting) return;
    let wait = firstMs;
    let timer: ReturnType<typeof setTimeout>;
    let running = false;
    let over = false;
    const run = async () => {
      if (running || document.hidden) return;
      clearTimeout(timer);
      running = true;
      await Promise.resolve(latest.current()).catch(() => undefined);
      running = false;
      wait = Math.min(wait * 2, longestMs);
      if (!over) timer = setTimeout(run, wait);
    };
    timer = setTimeout(run, wait);
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
