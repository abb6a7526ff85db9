/**
 * The items of a span of time, oldest first. Adding, dropping and counting cost the same for any number of
 * items, because one window holds all guesses of an hour.
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

  /** Drops the items that are too old at `now`, and returns them. */
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
    // Dropped items are removed together when they are half of all. Removing each of them would move all
    // others.
    const remove = first * 2 > this.#items.length;
    this.#items = remove ? this.#items.slice(first) : this.#items;
    this.#first = remove ? 0 : first;
    return dropped;
  }

  get size(): number {
    return this.#items.length - this.#first;
  }

  /** The item at this place from the end: the newest for 1, the one before it for 2. */
  newest(nth: number): T | undefined {
    return nth > this.size ? undefined : this.#items[this.#items.length - nth];
  }

  all(): T[] {
    return this.#items.slice(this.#first);
  }
}
