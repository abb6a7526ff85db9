/** The largest difference, in milliseconds, between the clocks of processes and the event store's. */
export const clocksDifferMilliseconds = 60_000;

/**
 * Whether an event recorded at `at` happened in the last `milliseconds`. A time in the future comes from a
 * wrong clock and does not count: a clock that was an hour ahead would otherwise extend a lock or a limit by
 * an hour.
 */
export const isWithin = (at: number, milliseconds: number, now: number): boolean =>
  at > now - milliseconds && at <= now + clocksDifferMilliseconds;
