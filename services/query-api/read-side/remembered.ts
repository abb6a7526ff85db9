/** So many reads are remembered for each look. */
const mostRemembered = 200;

/** Reads that are done once while no read model moves, by name. A failed one is done again. */
export class Remembered {
  readonly #reads = new Map<string, Promise<unknown>>();
  readonly #earlier: Remembered | undefined;
  #usesEarlier = false;

  /** `earlier` has what was read before, which holds only if nothing has moved since. */
  constructor(earlier?: Remembered) {
    this.#earlier = earlier;
  }

  /** Whether something was given that `earlier` had. */
  get usesEarlier(): boolean {
    return this.#usesEarlier;
  }

  once<T>(name: string, read: () => Promise<T>): Promise<T> {
    const known = this.#reads.get(name) ?? this.#takeEarlier(name);
    // Each name has one kind of value.
    if (known) return known as Promise<T>;
    const begun = read();
    this.#keep(name, begun);
    if (this.#earlier) this.#earlier.#keep(name, begun);
    return begun;
  }

  #takeEarlier(name: string): Promise<unknown> | undefined {
    if (!this.#earlier) return undefined;
    const known = this.#earlier.#reads.get(name);
    if (known) this.#usesEarlier = true;
    return known;
  }

  #keep(name: string, read: Promise<unknown>): void {
    if (this.#reads.size >= mostRemembered) return;
    this.#reads.set(name, read);
    read.catch(() => this.#reads.delete(name));
  }
}
