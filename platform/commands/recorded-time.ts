/** Clocks of processes and of the event store may differ by this much. */
export const clocksDifferMilliseconds = 60_000;

/**
 * Whether what was recorded at `at` happened in the last `milliseconds`. A time in the future was recorded by a clock that was
 * wrong. It does not count, because otherwise a clock that was an hour ahead would make a lock or a limit last an hour longer.
 */
export const isWithin = (at: number, milliseconds: number, now: number): boolean =>
  at > now - milliseconds && at <= now + clocksDifferMilliseconds;
