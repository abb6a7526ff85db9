import { LruMap } from "./lru-map.ts";

/** `atOnce` times, and then once more each `everySeconds`. */
export interface Rate {
  readonly atOnce: number;
  readonly everySeconds: number;
}

/**
 * Counts by key in memory, as a token bucket that needs one number: the instant at which everything used so far is earned
 * back. It keeps a bounded number of keys and forgets the one used least recently, so that many keys cost no more memory.
 */
export class RateLimiter {
  readonly #earnedBackAt: LruMap<string, number>;

  constructor(keys = 100_000) {
    this.#earnedBackAt = new LruMap(keys);
  }

  /** Uses the key once, or for `cost`. Answers the seconds to wait, 0 where it passes; a refusal uses nothing. */
  take(key: string, { atOnce, everySeconds }: Rate, { now, cost = 1 }: { now: Date; cost?: number }): number {
    const time = now.getTime();
    const earnedBackAt = Math.max(this.#earnedBackAt.get(key) ?? time, time) + cost * everySeconds * 1000;
    const early = earnedBackAt - time - atOnce * everySeconds * 1000;
    if (early > 0) return Math.ceil(early / 1000);
    this.#earnedBackAt.set(key, earnedBackAt);
    return 0;
  }

  /** Takes a use back. */
  giveBack(key: string, { everySeconds }: Rate, cost = 1): void {
    const earnedBackAt = this.#earnedBackAt.get(key);
    if (earnedBackAt !== undefined) this.#earnedBackAt.set(key, earnedBackAt - cost * everySeconds * 1000);
  }

  /** How many keys it remembers now. */
  get keys(): number {
    return this.#earnedBackAt.size;
  }
}
