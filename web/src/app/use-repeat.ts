import { useEffect, useRef } from "react";

const longestMs = 30_000;

/**
 * Repeats a call while something is waited for: after `firstMs`, then each time after twice the former wait, at most
 * 30 seconds. A tab that nobody sees calls nothing; it calls once it is seen again.
 */
export function useRepeat(call: () => unknown, waiting: boolean, firstMs: number): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    if (!waiting) return;
    let wait = firstMs;
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      timer = setTimeout(() => {
        if (document.hidden) return document.addEventListener("visibilitychange", next, { once: true });
        latest.current();
        wait = Math.min(wait * 2, longestMs);
        next();
      }, wait);
    };
    next();
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", next);
    };
  }, [waiting, firstMs]);
}
