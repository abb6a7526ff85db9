import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "@ornament/contracts/errors";

/** Longer than the appends of any of these calls take, on a disk that is not overloaded. */
const tickMilliseconds = 50;

/**
 * For calls that answer alike whatever becomes of them (security line 6): a refusal is kept, an outage is not, and the
 * time tells nothing.
 */
export const quietly = (work: () => Promise<void>): Promise<void> =>
  inEvenTime(async () => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
    }
  });

/** Ends a whole number of ticks after its beginning, so that what was read and appended does not show in the time. */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const spent = performance.now() - began;
    await pause(tickMilliseconds - (spent % tickMilliseconds));
  }
}
