type Known = { readonly stream: string; readonly revision: number };

/**
 * The memory for ids; the real server keeps 8 MiB. An id takes about this size plus the name of its stream.
 */
const CAPACITY_BYTES = 8 * 1024 * 1024;
const ENTRY_BYTES = 28;

/**
 * The ids of the latest events, to recognise repeated appends that name no revision. As on the real server
 * the list is only in memory and limited (the oldest ids are removed first), and an id belongs to the stream
 * of its first append.
 */
export class KnownIds {
  readonly #known = new Map<string, Known>();
  /** The ids, the oldest first. The ids before `#first` have been removed. */
  #order: string[] = [];
  #first = 0;
  readonly #capacity: number;
  #bytes = 0;

  constructor(capacityBytes = CAPACITY_BYTES) {
    this.#capacity = capacityBytes;
  }

  revisionOf(stream: string, eventId: string): number | undefined {
    const known = this.#known.get(eventId);
    return known?.stream === stream ? known.revision : undefined;
  }

  add(stream: string, eventId: string, revision: number): void {
    if (this.#known.has(eventId)) return;
    this.#known.set(eventId, { stream, revision });
    this.#order.push(eventId);
    this.#bytes += sizeOf(stream);
    while (this.#bytes > this.#capacity) this.#removeOldest();
  }

  forget(): void {
    this.#known.clear();
    this.#order = [];
    this.#first = 0;
    this.#bytes = 0;
  }

  #removeOldest(): void {
    const id = this.#order[this.#first] ?? "";
    this.#bytes -= sizeOf(this.#known.get(id)?.stream ?? "");
    this.#known.delete(id);
    this.#first += 1;
    if (this.#first * 2 < this.#order.length) return;
    this.#order = this.#order.slice(this.#first);
    this.#first = 0;
  }
}

const sizeOf = (stream: string): number => ENTRY_BYTES + stream.length * 2;
