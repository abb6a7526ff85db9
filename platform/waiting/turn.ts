import type { Semaphore } from "async-mutex";
import { waitInQueue } from "../deadline/deadline.ts";
import { ScopedValue } from "../scope/scoped-value.ts";

/** Runs work with a permit of a line, which is released at the end of the work. */
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

/** The permit of running work. A repeated release is ignored. */
class Turn {
  readonly #permits: Semaphore;
  #release: () => void;
  /** The number of parts of the work that wait for something else. */
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
