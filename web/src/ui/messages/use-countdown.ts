import { useEffect, useRef } from "react";

export interface Countdown {
  /** The milliseconds after which it ends; another number begins a new countdown. */
  ms: number;
  /** The countdown keeps the time that is left until it continues. */
  paused: boolean;
  onEnd: () => void;
}

/** Calls back when a time is over in which the countdown was not paused. */
export function useCountdown({ ms, paused, onEnd }: Countdown): void {
  const end = useRef(onEnd);
  end.current = onEnd;
  const left = useRef(ms);
  useEffect(() => {
    left.current = ms;
  }, [ms]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time begins a new countdown.
  useEffect(() => {
    if (paused) return;
    const began = Date.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - began;
    };
  }, [paused, ms]);
}
