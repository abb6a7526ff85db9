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
  const deadline = new Deadline(milliseconds);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(deadline.end()), milliseconds);
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
export const remainingMilliseconds = (): number => currentDeadline.current?.left ?? Number.POSITIVE_INFINITY;

/** Call this before an append: from now on the work may have written events. */
export function noteAppend(): void {
  const deadline = currentDeadline.current;
  if (deadline) deadline.appending = true;
}

class Deadline {
  /** An append was begun, so no later answer may say that nothing was written. */
  appending = false;
  /** Those that the work waits in now. */
  queues = 0;
  readonly #milliseconds: number;
  #endsAt: number;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#endsAt = performance.now() + milliseconds;
  }

  /**
   * Ends the time, also if a timer fired early by a fraction of a millisecond, so that no work begins after
   * the answer. Returns the error.
   */
  end(): Error {
    this.#endsAt = 0;
    if (this.queues > 0 && !this.appending) return new Refusal("busy", { retryAfterSeconds: busySeconds });
    return new UnavailableError(new Error(`No answer within ${this.#milliseconds} ms`));
  }

  get left(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }
}

const currentDeadline = new ScopedValue<Deadline | undefined>();
