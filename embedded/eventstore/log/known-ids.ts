import { LRUCache } from "lru-cache";

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
  readonly #known: LRUCache<string, Known>;

  constructor(maxSize = CAPACITY_BYTES) {
    const sizeCalculation = ({ stream }: Known) => ENTRY_BYTES + stream.length * 2;
    this.#known = new LRUCache({ maxSize, sizeCalculation });
  }

  /** A look leaves the order of the ids as it is. */
  revisionOf(stream: string, eventId: string): number | undefined {
    const known = this.#known.peek(eventId);
    return known?.stream === stream ? known.revision : undefined;
  }

  /** Whether the id was new. */
  add(stream: string, eventId: string, revision: number): boolean {
    if (this.#known.has(eventId)) return false;
    this.#known.set(eventId, { stream, revision });
    return true;
  }

  forget(eventIds: Iterable<string>): void {
    for (const id of eventIds) this.#known.delete(id);
  }
}
