import type { Position } from "@ornament/platform/eventstore/event-store";

/** The position up to which all work is done. Work begins in order and ends in any order. */
export class LowWaterMark {
  #seen: Position | undefined;
  readonly #open = new Map<symbol, Position | undefined>();

  constructor(start: Position | undefined) {
    this.#seen = start;
  }

  /** Begins the work for the event at the position. The returned function ends it. */
  begin(position: Position): () => void {
    const ticket = Symbol();
    this.#open.set(ticket, this.#seen);
    this.#seen = position;
    return () => {
      this.#open.delete(ticket);
    };
  }

  /** All work up to the position has begun. */
  seen(position: Position): void {
    this.#seen = position;
  }

  /** The last position that was begun or seen. */
  get latest(): Position | undefined {
    return this.#seen;
  }

  /** All work up to here is done. `undefined` if nothing is done. */
  get mark(): Position | undefined {
    for (const before of this.#open.values()) return before;
    return this.#seen;
  }
}
