import type { Position } from "@ornament/platform/eventstore/event-store";

/** How far everything is done, while work that was begun in order finishes in any order. */
export class LowWaterMark {
  #seen: Position | undefined;
  readonly #open = new Map<symbol, Position | undefined>();

  constructor(start: Position | undefined) {
    this.#seen = start;
  }

  /** Begins work for an event at the position; the returned function ends it. */
  begin(position: Position): () => void {
    const ticket = Symbol();
    this.#open.set(ticket, this.#seen);
    this.#seen = position;
    return () => {
      this.#open.delete(ticket);
    };
  }

  /** Nothing up to the position is left to begin. */
  seen(position: Position): void {
    this.#seen = position;
  }

  /** The last position that was begun or seen. */
  get latest(): Position | undefined {
    return this.#seen;
  }

  get open(): number {
    return this.#open.size;
  }

  /** Everything up to here is done; `undefined` for nothing. */
  get mark(): Position | undefined {
    for (const before of this.#open.values()) return before;
    return this.#seen;
  }
}
