import { LRUCache } from "lru-cache";

/** A limit: a burst of `atOnce` calls, then one call every `everySeconds` seconds. */
export interface Rate {
  readonly atOnce: number;
  readonly everySeconds: number;
}

/**
 * A token bucket for each key, in memory. A bucket is one number: the instant at which it will be full again.
 * The number of keys is limited, and the least recently used one is removed first, so that memory use stays
 * bounded. rate-limiter-flexible counts in fixed windows, and keeps a timer for each key.
 */
export class RateLimiter {
  readonly #fullAgainAt: LRUCache<string, number>;

  constructor(keys = 100_000) {
    this.#fullAgainAt = new LRUCache({ max: keys });
  }

  /**
   * Takes a token at `now` in milliseconds of a clock that never goes back. Returns the seconds to wait, or 0
   * for a call that passes. A refusal takes no token.
   */
  take(key: string, { atOnce, everySeconds }: Rate, now: number): number {
    const fullAgainAt = Math.max(this.#fullAgainAt.get(key) ?? now, now) + everySeconds * 1000;
    const early = fullAgainAt - now - atOnce * everySeconds * 1000;
    if (early > 0) return Math.ceil(early / 1000);
    this.#fullAgainAt.set(key, fullAgainAt);
    return 0;
  }

  giveBack(key: string, { everySeconds }: Rate): void {
    const fullAgainAt = this.#fullAgainAt.get(key);
    if (fullAgainAt !== undefined) this.#fullAgainAt.set(key, fullAgainAt - everySeconds * 1000);
  }

  get keys(): number {
    return this.#fullAgainAt.size;
  }
}
