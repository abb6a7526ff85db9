import { Refusal } from "@ornament/contracts/errors";
import { Semaphore, type SemaphoreInterface, withTimeout } from "async-mutex";
import { waitInQueue } from "../deadline/deadline.ts";
import { ScopedValue } from "../scope/scoped-value.ts";
import { withPermit } from "./at-most.ts";

interface LineOptions {
  /** How much work is done at a time. */
  atOnce: number;
  /** How many may wait or be worked on. */
  places: number;
  /** How many of them one name may have; half unless given. */
  placesOfOne?: number;
  /** Work that has waited for longer is refused. It is less than a request's deadline, so that work that is begun is finished in time. */
  longestWaitMilliseconds: number;
}

const busy = new Refusal("busy", { retryAfterSeconds: 2 });

/**
 * A line in front of work that is done a few at a time. Names take turns, so work that one name asks for many times doesn't keep the
 * others waiting. See docs/decisions/0033-requests-in-turn.md
 */
export class Line {
  readonly #options: Required<LineOptions>;
  readonly #permits: Semaphore;
  readonly #awaited: SemaphoreInterface;
  /** The places that each name has now. */
  readonly #places = new Map<string, number>();
  #taken = 0;
  #begun = 0;

  constructor(options: LineOptions) {
    this.#options = { placesOfOne: options.places / 2, ...options };
    this.#permits = new Semaphore(options.atOnce);
    this.#awaited = withTimeout(this.#permits, options.longestWaitMilliseconds, busy);
  }

  /** How many wait. */
  get waiting(): number {
    return Math.max(0, this.#taken - this.#options.atOnce);
  }

  /** Throws `busy` at once if there is no place, and when the work has waited for too long. Then nothing of it is begun. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { places, placesOfOne } = this.#options;
    const own = this.#places.get(name) ?? 0;
    if (this.#taken >= places || own >= placesOfOne) throw busy;
    // Where it would be if each name had one turn before a name has its next one.
    const place = this.#begun + own * this.#places.size;
    this.#take(name, 1);
    try {
      return await withPermit(
        this.#awaited,
        (release) => {
          this.#begun += 1;
          const turn = new Turn(this.#permits, release);
          return currentTurn.run(turn, work).finally(() => turn.end());
        },
        -place,
      );
    } finally {
      this.#take(name, -1);
    }
  }

  #take(name: string, places: 1 | -1): void {
    const own = (this.#places.get(name) ?? 0) + places;
    if (own > 0) this.#places.set(name, own);
    else this.#places.delete(name);
    this.#taken += places;
  }
}

/** Lets others work while the current work waits for something that is not work of this service. Then it goes on before those that wait. */
export const outsideTurn = <T>(wait: () => Promise<T>): Promise<T> =>
  currentTurn.current?.leaveFor(wait) ?? wait();

/** The permit of work that is done now. A release that is called again does nothing. */
class Turn {
  readonly #permits: Semaphore;
  #release: () => void;
  /** How many parts of the work wait for something else. */
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
