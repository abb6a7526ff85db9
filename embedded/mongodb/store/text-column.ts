import { notImplemented } from "../protocol/errors.ts";
import type { StoredDocument } from "./stored-document.ts";

/** A block has the documents whose sequences differ in the lowest eight bits only. */
const BLOCK_BITS = 8;
const BLOCK_SIZE = 1 << BLOCK_BITS;

/** Documents with a text in the field, and their texts. `joined` is all of these, so that one search can rule out the block. */
interface TextBlock {
  readonly rows: readonly StoredDocument[];
  readonly texts: readonly string[];
  readonly joined: string;
}

/**
 * The texts of a field, side by side: a search in them reads no documents. It costs as much memory as the texts have characters.
 * A block is made when it is searched, and made anew after a change.
 */
export class TextColumn {
  private readonly blocks: (TextBlock | undefined)[] = [];

  /** `bySequence` are the collection's documents, `lastSequence` that of the newest one so far. */
  constructor(
    private readonly field: string,
    private readonly bySequence: ReadonlyMap<number, StoredDocument>,
    private readonly lastSequence: () => number,
  ) {}

  /** The document was added, changed or removed. */
  forget(sequence: number): void {
    this.blocks[sequence >> BLOCK_BITS] = undefined;
  }

  /**
   * Visits the documents whose text includes every part, in the order of their insertion, until `each` returns false. Throws
   * NotImplemented when it meets an array.
   */
  visit(parts: readonly string[], each: (stored: StoredDocument) => boolean): void {
    const last = this.lastSequence() >> BLOCK_BITS;
    for (let at = 0; at <= last; at++) {
      const block = this.blocks[at] ?? this.build(at);
      if (!includesAll(block.joined, parts)) continue;
      const { rows, texts } = block;
      for (let i = 0; i < rows.length; i++) {
        if (includesAll(texts[i] as string, parts) && !each(rows[i] as StoredDocument)) return;
      }
    }
  }

  private build(at: number): TextBlock {
    const rows: StoredDocument[] = [];
    const texts: string[] = [];
    for (let sequence = at * BLOCK_SIZE; sequence < (at + 1) * BLOCK_SIZE; sequence++) {
      const stored = this.bySequence.get(sequence);
      const value = stored?.doc[this.field];
      if (Array.isArray(value)) throw notImplemented(`filters on arrays, such as the field '${this.field}',`);
      if (!stored || typeof value !== "string") continue;
      rows.push(stored);
      texts.push(value);
    }
    const block = { rows, texts, joined: texts.join("\n") };
    this.blocks[at] = block;
    return block;
  }
}

function includesAll(text: string, parts: readonly string[]): boolean {
  for (let i = 0; i < parts.length; i++) if (text.indexOf(parts[i] as string) === -1) return false;
  return true;
}
