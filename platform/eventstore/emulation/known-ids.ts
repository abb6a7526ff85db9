type Known = { readonly stream: string; readonly revision: number };

/** Like the real server, which keeps 8 MiB of them. An id takes about this much besides the name of its stream. */
const CAPACITY_BYTES = 8 * 1024 * 1024;
const ENTRY_BYTES = 28;

/**
 * The ids of the latest events, to recognise repeated appends that name no revision. Like the real server's list it is only
 * in memory and has a limit (the oldest ids are removed first), and an id belongs to the stream it was first written to.
 */
export class KnownIds {
  readonly #known = new Map<string, Known>();
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
    this.#bytes += sizeOf(stream);
    for (const [oldest, { stream: its }] of this.#known) {
      if (this.#bytes <= this.#capacity) return;
      this.#known.delete(oldest);
      this.#bytes -= sizeOf(its);
    }
  }

  forget(): void {
    this.#known.clear();
    this.#bytes = 0;
  }
}

const sizeOf = (stream: string): number => ENTRY_BYTES + stream.length * 2;
