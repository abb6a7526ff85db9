import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "@ornament/contracts/errors";

/** Longer than the appends of any of these calls take, on a disk that is not overloaded. */
const tickMilliseconds = 50;

/**
 * For calls that answer alike whether an account exists or not. A refusal is not shown, an outage is; the time of the
 * answer tells nothing.
 */
export const withUniformResponse = (work: () => Promise<void>): Promise<void> =>
  withUniformTime(async () => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
    }
  });

/** Ends a whole number of ticks after it began, so that the time does not show what was read and appended. */
export async function withUniformTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const spent = performance.now() - began;
    await pause(tickMilliseconds - (spent % tickMilliseconds));
  }
}
