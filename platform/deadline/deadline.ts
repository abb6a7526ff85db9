import { Refusal } from "@ornament/contracts/routes/errors";
import { ScopedValue } from "../scope/scoped-value.ts";
import { UnavailableError } from "./unavailable-error.ts";

/** For everything that a request waits for, queues included. See docs/decisions/0033-requests-in-turn.md. */
export const requestMilliseconds = 5_000;

const busySeconds = 2;

/**
 * Runs work under a deadline. Each read and append of the work gets only the remaining time. At the deadline
 * the promise is rejected, and the work begins no more reads or appends. The error is `outcome_unknown` if an
 * append was begun, `busy` if the work waits in a queue, and `unavailable` otherwise.
 */
export async function withinDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const deadline: Deadline = { endsAt: performance.now() + milliseconds, appending: false, queues: 0 };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // Also if the timer fired early by a fraction of a millisecond: no work begins after the answer.
      deadline.endsAt = 0;
      const isQueued = deadline.queues > 0 && !deadline.appending;
      if (isQueued) reject(new Refusal("busy", { retryAfterSeconds: busySeconds }));
      else reject(new UnavailableError(new Error(`No answer within ${milliseconds} ms`)));
    }, milliseconds);
  });
  const done = currentDeadline.run(deadline, work);
  // After the deadline nothing else handles a failure of the work.
  done.catch(() => undefined);
  try {
    return await Promise.race([done, late]);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw deadline.appending ? new UnavailableError(error, "outcome_unknown") : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Runs work that several requests share or that continues after the answer, so no deadline may end it. */
export const withoutDeadline = <T>(work: () => T): T => currentDeadline.run(undefined, work);

/** A request that reaches its deadline in this wait is refused as `busy`. */
export async function waitInQueue<T>(admitted: Promise<T>): Promise<T> {
  const deadline = currentDeadline.current;
  if (deadline) deadline.queues += 1;
  try {
    return await admitted;
  } finally {
    if (deadline) deadline.queues -= 1;
  }
}

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
    work.finally(() => clearTimeout(late)).then(resolve, reject);
  });
}

/** Milliseconds until the deadline of the current work, never negative; infinite if it has none. */
export function remainingMilliseconds(): number {
  const { endsAt = Number.POSITIVE_INFINITY } = currentDeadline.current ?? {};
  return Math.max(0, endsAt - performance.now());
}

/** Call this before an append: from now on the work may have written events. */
export function noteAppend(): void {
  const deadline = currentDeadline.current;
  if (deadline) deadline.appending = true;
}

interface Deadline {
  /** On the clock of `performance.now()`. */
  endsAt: number;
  /** An append was begun, so no later answer may say that nothing was written. */
  appending: boolean;
  /** Those that the work waits in now. */
  queues: number;
}

const currentDeadline = new ScopedValue<Deadline | undefined>();
