import { UnavailableError } from "../deadline/unavailable-error.ts";
import { StorageFullError } from "../eventstore/store-errors.ts";
import type { OutageLog } from "../logging/outage-log.ts";
import { pause } from "../waiting/pause.ts";

const attemptMilliseconds = 500;

/**
 * Repeats work for as long as its store is unavailable, and reports the outage. Rethrows other errors. When
 * `signal` aborts, the promise stays pending, because nothing waits for it any more.
 */
export async function retryUntilReachable<T>(
  work: () => Promise<T>,
  options: {
    isOutage: (error: unknown) => boolean;
    outages: Pick<OutageLog, "away" | "back">;
    signal?: AbortSignal;
  },
): Promise<T> {
  const { isOutage, outages, signal } = options;
  while (!signal?.aborted) {
    try {
      const done = await work();
      outages.back();
      return done;
    } catch (error) {
      if (signal?.aborted) break;
      if (!isOutage(error)) throw error;
      outages.away(error);
      await pause(attemptMilliseconds, signal);
    }
  }
  return new Promise<never>(() => undefined);
}

/** Whether the event store is unavailable or takes no appends. */
export const isStoreOutage = (error: unknown): boolean =>
  error instanceof UnavailableError || error instanceof StorageFullError;
