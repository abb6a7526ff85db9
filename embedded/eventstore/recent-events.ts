import { type StoredEvent, sizeOf } from "./event.ts";

const MOST_EVENTS = 1024;
const MOST_BYTES = 1024 * 1024;

/**
 * The newest events of the log in memory. Subscriptions that are up to date read each commit from here, and not each for itself from
 * the disk.
 */
export class RecentEvents {
  #events: StoredEvent[] = [];
  #bytes = 0;
  /** Every event after this position is here. */
  #after: number;

  /** @param head the position of the newest event, which is not here */
  constructor(head: number) {
    this.#after = head;
  }

  /** Adds committed events, in order. */
  add(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
      this.#bytes += sizeOf(event);
    }
    if (this.#events.length > MOST_EVENTS || this.#bytes > MOST_BYTES) this.#removeOldest();
  }

  /** The first `limit` events after the position; `undefined` if some of them are no longer here. */
  allAfter(position: number, limit: number): StoredEvent[] | undefined {
    if (position < this.#after) return undefined;
    let first = this.#events.length;
    while (first > 0 && (this.#events[first - 1]?.position ?? 0) > position) first -= 1;
    return this.#events.slice(first, first + limit);
  }

  /** Forgets all events, because some of them were deleted from the disk. */
  clear(): void {
    this.#after = this.#events.at(-1)?.position ?? this.#after;
    this.#events = [];
    this.#bytes = 0;
  }

  /** Half of them, so that events are not moved at each commit. */
  #removeOldest(): void {
    const [most, bytes] = [MOST_EVENTS / 2, MOST_BYTES / 2];
    let first = this.#events.length;
    let kept = 0;
    for (; first > 0 && this.#events.length - first < most; first -= 1) {
      const event = this.#events[first - 1];
      if (!event || kept + sizeOf(event) > bytes) break;
      kept += sizeOf(event);
    }
    this.#after = this.#events[first - 1]?.position ?? this.#after;
    this.#events = this.#events.slice(first);
    this.#bytes = kept;
  }
}
