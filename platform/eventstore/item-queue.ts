/** A queue: items are pushed one by one and taken in batches, in order. */
export class ItemQueue<T> {
  #items: T[] = [];
  #ended = false;
  #error: unknown;
  #wake: (() => void) | undefined;

  get length(): number {
    return this.#items.length;
  }

  push(item: T): void {
    if (this.#ended) return;
    this.#items.push(item);
    this.#wake?.();
  }

  /** Items that were pushed before can still be taken. After them `take` returns `undefined`, or throws the error. */
  end(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#wake?.();
  }

  /** Waits until there is an item, or the queue has ended. */
  async filled(): Promise<void> {
    while (this.#items.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  async take(max: number): Promise<T[] | undefined> {
    await this.filled();
    if (this.#items.length > 0) return this.#items.splice(0, max);
    if (this.#error !== undefined) throw this.#error;
    return undefined;
  }
}
