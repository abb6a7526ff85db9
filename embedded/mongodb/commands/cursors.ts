import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { CommandError } from "../protocol/errors.ts";
import { CURSOR_TIMEOUT_MS, MAX_DOCUMENT_BYTES, MAX_OPEN_CURSORS } from "../protocol/limits.ts";

/**
 * Gives the BSON of documents to `take`, in order, until it returns false: the next call begins with the
 * document that was not taken. Returns whether more documents are left.
 */
export type Source = (take: (document: Buffer) => boolean) => boolean;

export interface CursorOptions {
  /** The largest number of documents in the first batch. */
  readonly batchSize: number;
  /** Closes the cursor after the first batch. */
  readonly single?: boolean;
  /** The session that owns the cursor. The cursor ends with it. */
  readonly session?: string | undefined;
}

export interface Batch {
  readonly id: bigint;
  readonly documents: Buffer[];
}

interface Cursor {
  readonly namespace: string;
  readonly session: string | undefined;
  readonly source: Source;
}

/**
 * Open cursors. A cursor closes when all documents are read, ten minutes after its last use, with its
 * session, or with an error. Beyond the limit the longest idle cursor is closed.
 */
export class Cursors {
  private readonly cursors: LRUCache<bigint, Cursor>;

  constructor(limits: Pick<LRUCache.Options<bigint, Cursor, unknown>, "max" | "ttl" | "perf"> = {}) {
    this.cursors = new LRUCache({
      max: MAX_OPEN_CURSORS,
      ttl: CURSOR_TIMEOUT_MS,
      ttlResolution: 0,
      updateAgeOnGet: true,
      ...limits,
    });
  }

  get size(): number {
    return this.cursors.size;
  }

  /** The first batch of a result; id 0 if it has all documents. */
  open(namespace: string, source: Source, { batchSize, single, session }: CursorOptions): Batch {
    const { documents, more } = takeBatch(source, batchSize);
    if (!more || single) return { id: 0n, documents };
    // The driver doesn't use 0 and negative numbers.
    const id = BigInt.asUintN(63, randomBytes(8).readBigUInt64LE()) || 1n;
    this.cursors.set(id, { namespace, session, source });
    return { id, documents };
  }

  /**
   * The next batch. Throws CursorNotFound, Unauthorized for another collection, or an error of its source.
   */
  more(id: bigint, namespace: string, batchSize: number): Batch {
    const cursor = this.cursors.get(id);
    if (!cursor) throw new CommandError(43, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw new CommandError(
        13,
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    try {
      const { documents, more } = takeBatch(cursor.source, batchSize);
      if (more) return { id, documents };
      this.cursors.delete(id);
      return { id: 0n, documents };
    } catch (error) {
      this.cursors.delete(id);
      throw error;
    }
  }

  /** Whether the collection had such a cursor. */
  kill(id: bigint, namespace: string): boolean {
    return this.cursors.get(id)?.namespace === namespace && this.cursors.delete(id);
  }

  endSession(session: string): void {
    for (const [id, cursor] of this.cursors.entries())
      if (cursor.session === session) this.cursors.delete(id);
  }
}

/**
 * The requested number of documents, as far as they fit into an answer; at least one if the number isn't 0.
 */
function takeBatch(source: Source, batchSize: number): { documents: Buffer[]; more: boolean } {
  const documents: Buffer[] = [];
  let bytes = 0;
  const more = source((document) => {
    if (documents.length >= batchSize) return false;
    bytes += document.length;
    if (documents.length > 0 && bytes > MAX_DOCUMENT_BYTES) return false;
    documents.push(document);
    return true;
  });
  return { documents, more };
}
