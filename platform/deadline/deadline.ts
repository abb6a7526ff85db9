import { AsyncLocalStorage } from "node:async_hooks";
import { UnavailableError } from "../eventstore/event-store.ts";

/** How long a request may take for all that it waits for. */
export const requestMilliseconds = 5_000;

interface Deadline {
  readonly endsAt: number;
  /** Something may have been written: what comes after can't say any more that nothing was. */
  appending: boolean;
}

const storage = new AsyncLocalStorage<Deadline | undefined>();

/**
 * Runs work that has so long for everything it waits for: each read and append in it is bounded by what is left. Past the
 * end it is refused whatever it still does – as `unavailable`, or as `outcome_unknown` once an append was begun – and
 * begins nothing more at the store.
 */
export async function withinDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const deadline: Deadline = { endsAt: performance.now() + milliseconds, appending: false };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new UnavailableError(new Error(`No answer within ${milliseconds} ms`)));
    }, milliseconds);
  });
  const done = storage.run(deadline, work);
  // What fails after the end has nobody to hear it.
  done.catch(() => undefined);
  try {
    return await Promise.race([done, late]);
  } catch (error) {
    throw deadline.appending && error instanceof UnavailableError
      ? new UnavailableError(error, "outcome_unknown")
      : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Work that several requests share, or that goes on after the answer: no single request's end may cut it off. */
export const withoutDeadline = <T>(work: () => T): T => storage.run(undefined, work);

/** What is left of the time of the work at hand; infinite outside of any. Never negative. */
export function remainingMilliseconds(): number {
  const deadline = storage.getStore();
  return deadline ? Math.max(0, deadline.endsAt - performance.now()) : Number.POSITIVE_INFINITY;
}

/** From now on something of the work at hand may have been written. */
export function noteAppend(): void {
  const deadline = storage.getStore();
  if (deadline) deadline.appending = true;
}
