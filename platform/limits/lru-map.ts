interface Entry<K, V> {
  readonly key: K;
  value: V;
  older: Entry<K, V> | undefined;
  newer: Entry<K, V> | undefined;
}

/**
 * A map with a limit: when it is full, the entry that was used least recently is removed. The order is a linked list of its own,
 * because finding the first key of a `Map` takes longer the more keys were removed before it: up to 0.1 ms with 100,000 keys.
 */
export class LruMap<K, V> {
  readonly #entries = new Map<K, Entry<K, V>>();
  readonly #capacity: number;
  #oldest: Entry<K, V> | undefined;
  #newest: Entry<K, V> | undefined;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#moveToEnd(entry);
    return entry.value;
  }

  set(key: K, value: V): void {
    const known = this.#entries.get(key);
    if (known) {
      known.value = value;
      this.#moveToEnd(known);
      return;
    }
    const entry: Entry<K, V> = { key, value, older: undefined, newer: undefined };
    this.#entries.set(key, entry);
    this.#addAtEnd(entry);
    if (this.#entries.size > this.#capacity && this.#oldest) this.delete(this.#oldest.key);
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#takeOut(entry);
  }

  clear(): void {
    this.#entries.clear();
    this.#oldest = undefined;
    this.#newest = undefined;
  }

  get size(): number {
    return this.#entries.size;
  }

  #moveToEnd(entry: Entry<K, V>): void {
    if (entry === this.#newest) return;
    this.#takeOut(entry);
    this.#addAtEnd(entry);
  }

  #addAtEnd(entry: Entry<K, V>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #takeOut({ older, newer }: Entry<K, V>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }
}
