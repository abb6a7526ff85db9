import type { StoredDocument } from "./stored-document.ts";

const BLOCK_BITS = 8;
const PLACE_IN_BLOCK = (1 << BLOCK_BITS) - 1;

interface Block {
  readonly documents: (StoredDocument | undefined)[];
  count: number;
}

/** The documents of a collection by sequence, in blocks, which take less memory than a map. */
export class Documents {
  private readonly blocks: (Block | undefined)[] = [];
  private count = 0;

  get size(): number {
    return this.count;
  }

  get(sequence: number): StoredDocument | undefined {
    return this.blocks[sequence >> BLOCK_BITS]?.documents[sequence & PLACE_IN_BLOCK];
  }

  /** Adds a document after all others. */
  add(stored: StoredDocument): void {
    const at = stored.sequence >> BLOCK_BITS;
    while (this.blocks.length < at) this.blocks.push(undefined);
    const block = this.blocks[at] ?? { documents: [], count: 0 };
    this.blocks[at] = block;
    while (block.documents.length < (stored.sequence & PLACE_IN_BLOCK)) block.documents.push(undefined);
    block.documents.push(stored);
    block.count++;
    this.count++;
  }

  delete({ sequence }: StoredDocument): void {
    const block = this.blocks[sequence >> BLOCK_BITS];
    if (!block || block.documents[sequence & PLACE_IN_BLOCK] === undefined) return;
    block.documents[sequence & PLACE_IN_BLOCK] = undefined;
    this.count--;
    if (--block.count === 0) this.blocks[sequence >> BLOCK_BITS] = undefined;
  }

  /** The documents in the order of their sequences. */
  [Symbol.iterator](): Generator<StoredDocument> {
    return this.behind(0);
  }

  /** The documents with a higher sequence, in order. */
  *behind(sequence: number): Generator<StoredDocument> {
    const first = sequence + 1;
    for (let at = first >> BLOCK_BITS; at < this.blocks.length; at++) {
      const documents = this.blocks[at]?.documents ?? [];
      const from = at === first >> BLOCK_BITS ? first & PLACE_IN_BLOCK : 0;
      for (let i = from; i < documents.length; i++) {
        const stored = documents[i];
        if (stored) yield stored;
      }
    }
  }
}
