import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "@ornament/contracts/errors";

/** Longer than the appends of any of these calls take if the disk is not overloaded. */
const tickMilliseconds = 50;

/**
 * For calls whose answer must not show whether an account exists. Refusals are not answered, errors from 500 on are. The
 * time of the answer is the same.
 */
export const withUniformResponse = (work: () => Promise<void>): Promise<void> =>
  withUniformTime(async () => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
    }
  });

/** Ends after a whole number of ticks, so that the time does not show what was read and appended. */
export async function withUniformTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const spent = performance.now() - began;
    await pause(tickMilliseconds - (spent % tickMilliseconds));
  }
}
