/** Wakes the waiters for new events. */
export class CommitSignal {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next commit, or when the waiter's signal aborts. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        signal.removeEventListener("abort", done);
        this.#waiting.delete(done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener("abort", done, { once: true });
    });
  }

  committed(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
