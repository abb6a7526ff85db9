import { AsyncLocalStorage } from "node:async_hooks";
import { UnavailableError } from "../eventstore/event-store.ts";

/** How long a request may take for all that it waits for. */
export const requestMilliseconds = 5_000;

/** How often a clock that stands is looked at. */
const lookMilliseconds = 100;

/** With everything that does not count, a request ends after so many times its deadline. */
const longestFactor = 4;

/**
 * Runs work that has so long for everything it waits for: each read and append in it is bounded by what is left. Past the
 * end it is refused whatever it still does – as `unavailable`, or as `outcome_unknown` once an append was begun – and
 * begins nothing more at the store.
 */
export async function withinDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const deadline = new Deadline(milliseconds);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const look = () => {
      const soon = deadline.isPaused ? lookMilliseconds : Number.POSITIVE_INFINITY;
      if (deadline.left > 0) timer = setTimeout(look, Math.ceil(Math.min(deadline.left, soon)));
      else reject(new UnavailableError(new Error(`No answer within ${milliseconds} ms`)));
    };
    look();
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

/**
 * Waits for what others have to finish first, such as a turn. The time does not count, for it says nothing about the store –
 * unless they failed because it does not answer: then it counts, so that a queue behind it ends at the same time.
 */
export async function uncounted(turn: Promise<unknown>): Promise<void> {
  const resume = storage.getStore()?.pause();
  try {
    await turn;
    resume?.(true);
  } catch (error) {
    resume?.(!(error instanceof UnavailableError));
  }
}

/** What is left of the time of the work at hand; infinite outside of any. Never negative. */
export const remainingMilliseconds = (): number => storage.getStore()?.left ?? Number.POSITIVE_INFINITY;

/** From now on something of the work at hand may have been written. */
export function noteAppend(): void {
  const deadline = storage.getStore();
  if (deadline) deadline.appending = true;
}

class Deadline {
  /** Something may have been written: what comes after can't say any more that nothing was. */
  appending = false;
  #endsAt: number;
  readonly #latest: number;
  /** How many waits that may not count are under way, and since when there has been one. */
  #pauses = 0;
  #pausedAt = 0;
  #counts = false;
  #isOver = false;

  constructor(milliseconds: number) {
    this.#endsAt = performance.now() + milliseconds;
    this.#latest = performance.now() + milliseconds * longestFactor;
  }

  get isPaused(): boolean {
    return this.#pauses > 0;
  }

  get left(): number {
    if (this.#isOver) return 0;
    const left = (this.isPaused ? this.#latest : this.#endsAt) - performance.now();
    // What has ended has been answered: no later wait may bring it back to life.
    this.#isOver = left <= 0;
    return Math.max(0, left);
  }

  /** Stops the clock; the function given back lets it go on, with the time between taken off or not. */
  pause(): (uncounted: boolean) => void {
    if (this.left === 0) return () => undefined;
    if (this.#pauses === 0) {
      this.#pausedAt = performance.now();
      this.#counts = false;
    }
    this.#pauses += 1;
    return (uncounted) => {
      this.#pauses -= 1;
      this.#counts ||= !uncounted;
      if (this.#pauses > 0 || this.#counts) return;
      this.#endsAt = Math.min(this.#latest, this.#endsAt + performance.now() - this.#pausedAt);
    };
  }
}

const storage = new AsyncLocalStorage<Deadline | undefined>();
