/** Items pushed by one side and taken in batches by the other, in order. */
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

  /** What was pushed before can still be taken; then `take` answers `undefined`, or throws the error. */
  end(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#wake?.();
  }

  /** Waits until there is something to take, or the end. */
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
