/** A queue: items are pushed and taken in batches, in order. */
export class ItemQueue<T> {
  #items: T[] = [];
  #ended = false;
  #error: unknown;
  #waiting: (() => void)[] = [];

  get length(): number {
    return this.#items.length;
  }

  push(...items: readonly T[]): void {
    if (this.#ended) return;
    for (const item of items) this.#items.push(item);
    this.#changed();
  }

  /** Items that were pushed before can still be taken. After them `take` returns `undefined`, or throws the error. */
  end(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#changed();
  }

  /** Waits until there are as many items, or the queue has ended. */
  filled(least = 1): Promise<void> {
    return this.#until(() => this.#items.length >= least || this.#ended);
  }

  /** Waits until there are fewer items, or the queue has ended. */
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

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #changed(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
