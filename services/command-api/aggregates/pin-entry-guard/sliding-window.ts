/**
 * What happened within a span of time, oldest first. Adding, dropping and counting cost the same however much it holds,
 * because all guesses of an hour are in one.
 */
export class SlidingWindow<T extends { readonly at: number }> {
  readonly #milliseconds: number;
  #items: T[] = [];
  #first = 0;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  add(item: T): void {
    this.#items.push(item);
  }

  /** Drops what is too old at `now`, and gives it. */
  drop(now: number): T[] {
    const from = this.#first;
    let first = from;
    for (
      let item = this.#items[first];
      item && item.at <= now - this.#milliseconds;
      item = this.#items[first]
    )
      first += 1;
    const dropped = this.#items.slice(from, first);
    // Dropped items are removed together, once they are half of all. One by one, each would move all others.
    const remove = first * 2 > this.#items.length;
    this.#items = remove ? this.#items.slice(first) : this.#items;
    this.#first = remove ? 0 : first;
    return dropped;
  }

  get size(): number {
    return this.#items.length - this.#first;
  }

  /** The newest for 1, the one before it for 2, and so on. */
  newest(nth: number): T | undefined {
    return nth > this.size ? undefined : this.#items[this.#items.length - nth];
  }

  all(): T[] {
    return this.#items.slice(this.#first);
  }
}
