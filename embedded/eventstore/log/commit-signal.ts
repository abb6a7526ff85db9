/** Wakes the waiters for new events of all streams or of one stream. */
export class CommitSignal {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** The key of all streams. No stream may have this name. */
  static readonly ALL = "$all";

  /** Resolves at the next commit that touches the key, or when the waiter's signal aborts. */
  next(key: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const waiters = this.#waiting.get(key) ?? new Set();
      const done = () => {
        signal.removeEventListener("abort", done);
        waiters.delete(done);
        if (waiters.size === 0 && this.#waiting.get(key) === waiters) this.#waiting.delete(key);
        resolve();
      };
      waiters.add(done);
      this.#waiting.set(key, waiters);
      signal.addEventListener("abort", done, { once: true });
    });
  }

  committed(streams: Iterable<string>): void {
    for (const key of [CommitSignal.ALL, ...streams]) {
      for (const wake of [...(this.#waiting.get(key) ?? [])]) wake();
    }
  }
}
