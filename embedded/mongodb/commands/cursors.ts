import { randomBytes } from "node:crypto";
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
  usedAt: number;
}

/**
 * Open cursors. A cursor closes when all documents are read, ten minutes after its last use, with its
 * session, or with an error. Beyond the limit the longest idle cursor is closed.
 */
export class Cursors {
  private readonly cursors = new Map<bigint, Cursor>();

  constructor(
    private readonly now: () => number = Date.now,
    private readonly timeoutMs = CURSOR_TIMEOUT_MS,
    private readonly limit = MAX_OPEN_CURSORS,
  ) {}

  get size(): number {
    return this.cursors.size;
  }

  /** The first batch of a result; id 0 if it has all documents. */
  open(namespace: string, source: Source, options: CursorOptions): Batch {
    const { documents, more } = takeBatch(source, options.batchSize);
    if (!more || options.single) return { id: 0n, documents };
    this.expire();
    this.makeRoom();
    const id = this.unusedId();
    this.cursors.set(id, { namespace, session: options.session, source, usedAt: this.now() });
    return { id, documents };
  }

  /**
   * The next batch. Throws CursorNotFound, Unauthorized for another collection, or an error of its source.
   */
  more(id: bigint, namespace: string, batchSize: number): Batch {
    this.expire();
    const cursor = this.cursors.get(id);
    if (!cursor) throw new CommandError(43, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw new CommandError(
        13,
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    // Moved to the end, so that the first cursor in the map is the longest idle one.
    this.cursors.delete(id);
    const { documents, more } = takeBatch(cursor.source, batchSize);
    if (!more) return { id: 0n, documents };
    cursor.usedAt = this.now();
    this.cursors.set(id, cursor);
    return { id, documents };
  }

  /** Whether the collection had such a cursor. */
  kill(id: bigint, namespace: string): boolean {
    this.expire();
    return this.cursors.get(id)?.namespace === namespace && this.cursors.delete(id);
  }

  endSession(session: string): void {
    for (const [id, cursor] of this.cursors) if (cursor.session === session) this.cursors.delete(id);
  }

  /** Closes the cursors that were idle too long. */
  expire(): void {
    const oldest = this.now() - this.timeoutMs;
    for (const [id, cursor] of this.cursors) {
      if (cursor.usedAt > oldest) return;
      this.cursors.delete(id);
    }
  }

  private makeRoom(): void {
    for (const id of this.cursors.keys()) {
      if (this.cursors.size < this.limit) return;
      this.cursors.delete(id);
    }
  }

  private unusedId(): bigint {
    for (;;) {
      const id = BigInt.asUintN(63, randomBytes(8).readBigUInt64LE());
      if (id !== 0n && !this.cursors.has(id)) return id;
    }
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
