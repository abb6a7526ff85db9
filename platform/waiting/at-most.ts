import { Semaphore, type SemaphoreInterface, withTimeout } from "async-mutex";
import { remainingMilliseconds, waitInQueue, within, withoutDeadline } from "../deadline/deadline.ts";
import { UnavailableError } from "../deadline/unavailable-error.ts";
import { ScopedValue } from "../scope/scoped-value.ts";

/**
 * Waits for a permit, does the work and gives the permit back. The highest priority comes first; equal
 * priorities keep their order. A wait within the turn of a line lets other work of the line run. Work of a
 * request whose deadline passed in the queue is not begun, because the request has been answered. p-queue 8
 * can't lend a place out like that, and its newest version needs Node.js 22.
 */
export async function withPermit<T>(
  permits: SemaphoreInterface,
  work: (release: () => void) => Promise<T>,
  priority = 0,
): Promise<T> {
  const [, release] = permits.isLocked()
    ? await outsideTurn(() => waitInQueue(permits.acquire(1, priority)))
    : await permits.acquire(1, priority);
  try {
    if (remainingMilliseconds() === 0) throw new UnavailableError();
    return await work(release);
  } finally {
    release();
  }
}

/** Runs a limited number of jobs at the same time; the others wait in order. */
export function atMost(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const permits = new Semaphore(count);
  return (work) => withPermit(permits, work);
}

/** Like {@link atMost} for each key. Work that has waited longer than `patience` is refused. */
export function atMostForEach(
  count: number,
  patience?: { readonly milliseconds: number; readonly refusal: Error },
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const keys = new Map<string, { readonly permits: SemaphoreInterface; users: number }>();
  return async (key, work) => {
    let entry = keys.get(key);
    if (!entry) {
      const permits = new Semaphore(count);
      const patient = patience && withTimeout(permits, patience.milliseconds, patience.refusal);
      entry = { permits: patient ?? permits, users: 0 };
      keys.set(key, entry);
    }
    entry.users += 1;
    try {
      return await withPermit(entry.permits, work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) keys.delete(key);
    }
  };
}

/** For each key. */
export const oneAtATime = () => atMostForEach(1);

/**
 * One run at a time for each key. Those who ask meanwhile share the next one, which begins after each of them has
 * asked: no result is older than its question. Each waits no longer than its own deadline.
 */
export function sharedRuns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const latest = new Map<string, { hasBegun: boolean; done: Promise<unknown> }>();
  return <T>(key: string, work: () => Promise<T>) => {
    const before = latest.get(key);
    if (before && !before.hasBegun) return within(Number.POSITIVE_INFINITY, before.done as Promise<T>);
    const run = async () => {
      await before?.done.catch(() => undefined);
      next.hasBegun = true;
      return work().finally(() => latest.get(key) === next && latest.delete(key));
    };
    const next = { hasBegun: false, done: withoutDeadline(run) };
    latest.set(key, next);
    return within(Number.POSITIVE_INFINITY, next.done);
  };
}

/** With a permit of a line, which is released at the end of the work. */
export function inTurn<T>(permits: Semaphore, release: () => void, work: () => Promise<T>): Promise<T> {
  const turn = new Turn(permits, release);
  return currentTurn.run(turn, work).finally(() => turn.end());
}

/**
 * Lets other work run while the current work waits for something outside of this service. The work then
 * continues before waiting work.
 */
export const outsideTurn = <T>(wait: () => Promise<T>): Promise<T> =>
  currentTurn.current?.leaveFor(wait) ?? wait();

/** A repeated release is ignored. */
class Turn {
  readonly #permits: Semaphore;
  #release: () => void;
  /** The parts of the work that wait for something else. */
  #outside = 0;
  #ended = false;

  constructor(permits: Semaphore, release: () => void) {
    this.#permits = permits;
    this.#release = release;
  }

  async leaveFor<T>(wait: () => Promise<T>): Promise<T> {
    this.#outside += 1;
    this.#release();
    try {
      return await wait();
    } finally {
      this.#outside -= 1;
      if (this.#outside === 0 && !this.#ended) await this.#takeAgain();
    }
  }

  end(): void {
    this.#ended = true;
    this.#release();
  }

  async #takeAgain(): Promise<void> {
    const [, release] = await waitInQueue(this.#permits.acquire(1, Number.POSITIVE_INFINITY));
    this.#release();
    this.#release = release;
    if (this.#outside > 0 || this.#ended) release();
  }
}

const currentTurn = new ScopedValue<Turn>();
