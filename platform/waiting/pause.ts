import { setTimeout as wait } from "node:timers/promises";

/** Waits; an abort of the signal ends the wait early. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined);
}

/** Resolves when the signal aborts. */
export const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

/**
 * Milliseconds before the next attempt: doubling from 100 ms to 5 s, with jitter, so that the attempts of
 * several clients are spread.
 */
export function backoffMilliseconds(attempt: number, random: () => number = Math.random): number {
  return Math.round(Math.min(5_000, 100 * 2 ** Math.min(attempt, 10)) * (0.5 + random() / 2));
}

/** Decoding or folding so many takes a few milliseconds. */
const eventsBetweenYields = 250;

/**
 * Whether a loop over the events of a stream should let other requests run after the event with this index:
 * `if (yieldIsDue(index)) await setImmediate()`. Most streams are too short for that.
 */
export const yieldIsDue = (index: number): boolean => index % eventsBetweenYields === eventsBetweenYields - 1;
