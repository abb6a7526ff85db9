import { StorageFullError, UnavailableError } from "../eventstore/event-store.ts";
import { pause } from "../eventstore/outages/waiting.ts";
import type { OutageLog } from "../logging/outage-log.ts";

const attemptMilliseconds = 500;

/**
 * Does what needs a store, again and again for as long as the store is away, and tells the log calmly. What is no
 * outage is thrown. Where `signal` aborts it never settles, for nobody waits for it any more.
 */
export async function onceReachable<T>(
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

/** Whether the event store is away for now, or takes nothing for now. */
export const isStoreOutage = (error: unknown): boolean =>
  error instanceof UnavailableError || error instanceof StorageFullError;
