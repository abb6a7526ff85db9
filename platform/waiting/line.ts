import { Refusal } from "@ornament/contracts/routes/errors";
import { Semaphore, type SemaphoreInterface, withTimeout } from "async-mutex";
import { inTurn, withPermit } from "./at-most.ts";

interface LineOptions {
  /** The jobs that run at the same time. */
  atOnce: number;
  /** The jobs that may wait or run. */
  places: number;
  /** Of one name; half of `places` unless given. */
  placesOfOne?: number;
  /** The longest wait; shorter than a request's deadline, so that begun work ends in time. */
  longestWaitMilliseconds: number;
}

const busy = new Refusal("busy", { retryAfterSeconds: 2 });

/**
 * A queue in front of work with a limited number of jobs at the same time. Names are served alternately, so
 * one name with many jobs doesn't delay the others. See docs/decisions/0033-requests-in-turn.md
 */
export class Line {
  readonly #options: Required<LineOptions>;
  readonly #permits: Semaphore;
  readonly #awaited: SemaphoreInterface;
  /** By name. */
  readonly #places = new Map<string, number>();
  #taken = 0;
  #begun = 0;

  constructor(options: LineOptions) {
    this.#options = { placesOfOne: options.places / 2, ...options };
    this.#permits = new Semaphore(options.atOnce);
    this.#awaited = withTimeout(this.#permits, options.longestWaitMilliseconds, busy);
  }

  get waiting(): number {
    return Math.max(0, this.#taken - this.#options.atOnce);
  }

  /** Throws `busy` if no place is free, or after too long a wait, before the work begins. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { places, placesOfOne } = this.#options;
    const own = this.#places.get(name) ?? 0;
    if (this.#taken >= places || own >= placesOfOne) throw busy;
    // The place that the job would have if each name had one job before a name has its next one.
    const place = this.#begun + own * this.#places.size;
    this.#take(name, 1);
    try {
      return await withPermit(
        this.#awaited,
        (release) => {
          this.#begun += 1;
          return inTurn(this.#permits, release, work);
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
