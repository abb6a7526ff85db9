interface Waiter {
  readonly holds: () => boolean;
  readonly resume: () => void;
}

/** A queue: items are pushed and taken in batches, in order. */
export class ItemQueue<T> {
  #items: T[] = [];
  #ended = false;
  #error: unknown;
  readonly #waiting = new Set<Waiter>();
  #resolveEnded: () => void = () => undefined;

  /** Items may still be taken. */
  readonly ended = new Promise<void>((resolve) => {
    this.#resolveEnded = resolve;
  });

  get length(): number {
    return this.#items.length;
  }

  /** The calls that wait for a change. */
  get waiting(): number {
    return this.#waiting.size;
  }

  push(...items: readonly T[]): void {
    if (this.#ended) return;
    for (const item of items) this.#items.push(item);
    this.#changed();
  }

  /** Items pushed before can still be taken. After them `take` returns `undefined`, or throws the error. */
  end(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#resolveEnded();
    this.#changed();
  }

  /** Waits until an item is there, or the queue has ended. */
  filled(): Promise<void> {
    return this.#until(() => this.#isFilled(1));
  }

  /** Waits until this number of items is there, the queue has ended, or the time is over. */
  async filledWithin(milliseconds: number, least: number): Promise<void> {
    if (!this.#isFilled(least)) await this.#change(() => this.#isFilled(least), milliseconds);
  }

  /** Waits until fewer items are there, or the queue has ended. */
  below(most: number): Promise<void> {
    return this.#until(() => this.#items.length < most || this.#ended);
  }

  async take(max: number): Promise<T[] | undefined> {
    await this.filled();
    if (this.#items.length > 0) {
      const taken = this.#items.splice(0, max);
      this.#changed();
      return taken;
    }
    if (this.#error !== undefined) throw this.#error;
    return undefined;
  }

  #isFilled(least: number): boolean {
    return this.#items.length >= least || this.#ended;
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await this.#change(holds);
  }

  /** Waits for a change after which the condition holds, or until the time is over. */
  #change(holds: () => boolean, milliseconds?: number): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        resolve();
      };
      const waiter = { holds, resume };
      const timer = milliseconds === undefined ? undefined : setTimeout(resume, milliseconds);
      this.#waiting.add(waiter);
    });
  }

  #changed(): void {
    for (const waiter of this.#waiting) {
      if (waiter.holds()) waiter.resume();
    }
  }
}
