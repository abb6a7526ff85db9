import { remainingMilliseconds } from "../../deadline/deadline.ts";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import type { CancelableRead } from "../log-client.ts";

/** The longest delay of a timer; Node fires timers with a longer one immediately. */
const longestTimer = 2 ** 31 - 1;

/** Throws `UnavailableError` after the given time or at the request's deadline. A later outcome is ignored. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const allowed = Math.min(milliseconds, remainingMilliseconds(), longestTimer);
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new UnavailableError(new Error(`No answer within ${Math.round(allowed)} ms`))),
      allowed,
    );
    work.then(
      (outcome) => {
        clearTimeout(late);
        resolve(outcome);
      },
      (error: unknown) => {
        clearTimeout(late);
        reject(error);
      },
    );
  });
}

/** Throws if the next event comes too late. Cancels the read at the end. */
export async function* boundedRead<E>(read: CancelableRead<E>, milliseconds: number): AsyncGenerator<E> {
  const iterator = read[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await within(milliseconds, iterator.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    read.cancel();
  }
}

/**
 * Milliseconds before the next attempt: doubling from 100 ms to 5 s, with jitter, so that the attempts of
 * several clients are spread.
 */
export function backoffMilliseconds(attempt: number, random: () => number = Math.random): number {
  return Math.round(Math.min(5_000, 100 * 2 ** Math.min(attempt, 10)) * (0.5 + random() / 2));
}
