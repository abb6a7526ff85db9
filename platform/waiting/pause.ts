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

/** Decoding or folding so many takes a few milliseconds. */
const eventsBetweenYields = 250;

/**
 * Whether a loop over the events of a stream should let other requests run after the event with this index:
 * `if (yieldIsDue(index)) await setImmediate()`. Most streams are too short for that.
 */
export const yieldIsDue = (index: number): boolean => index % eventsBetweenYields === eventsBetweenYields - 1;
