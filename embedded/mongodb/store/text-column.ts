import { notImplemented } from "../protocol/errors.ts";
import { clearBit, keepBits, setBit } from "./bits.ts";
import type { Documents } from "./documents.ts";
import { checkSearchable, ignoringCase } from "./searched-text.ts";
import { BLOCK_SIZE, BLOCK_WORDS, type SoughtText, soughtText, TextBlock } from "./text-block.ts";
import { TextMatches } from "./text-matches.ts";

/** A field whose texts are searched. */
export interface SearchedField {
  readonly field: string;
  /** Only ASCII texts are then searched for. */
  readonly ignoresCase: boolean;
}

/** The texts of a block as they were when it was made. `changed` are the places of documents that were changed since then. */
interface MadeBlock {
  /** No two blocks have the same. */
  readonly id: number;
  readonly texts: TextBlock;
  readonly changed: Set<number>;
}

/** What the blocks know of a text that is searched for. `blocks` are the ids of the blocks that were asked. */
interface Searched {
  readonly sought: SoughtText;
  readonly blocks: number[];
  bits: Uint32Array;
}

/** After so many changes a block is made anew. Until then the changed texts are looked at one by one. */
const MOST_CHANGED = 16;
/** How many blocks one search makes at most, so that it does not take long. It looks at the other texts one by one. */
const MADE_AT_ONCE = 128;
/** For how many texts that were searched for it is known where they were found. */
const MOST_SEARCHED = 16;

/**
 * The texts of a field in blocks, side by side: a search in them reads no documents. A block is made when it is searched. The blocks cost
 * about twice as much memory as the texts have characters.
 */
export class TextColumn {
  private readonly blocks: (MadeBlock | undefined)[] = [];
  private readonly found = new Map<string, Searched>();
  private lastId = 0;
  /** What the last search found, until a document is changed. The page and the count of a request search for the same. */
  private last: { readonly parts: readonly string[]; readonly matches: TextMatches } | undefined;

  /** `bySequence` are the collection's documents, `lastSequence` that of the newest one so far. */
  constructor(
    readonly searched: SearchedField,
    private readonly bySequence: Pick<Documents, "get">,
    private readonly lastSequence: () => number,
  ) {}

  /** The document was added, changed or removed. */
  forget(sequence: number): void {
    this.last = undefined;
    const at = Math.floor(sequence / BLOCK_SIZE);
    const changed = this.blocks[at]?.changed.add(sequence % BLOCK_SIZE);
    if (changed && changed.size > MOST_CHANGED) this.blocks[at] = undefined;
  }

  /**
   * The documents whose text includes every part. A part has a character and no line break. `check` is called often and may throw.
   * Throws NotImplemented when it meets an array.
   */
  find(sought: readonly string[], check: () => void): TextMatches {
    const { last } = this;
    const parts = this.searched.ignoresCase ? sought.map(ignoringCase) : sought;
    if (last?.parts.length === parts.length && parts.every((part, i) => part === last.parts[i]))
      return last.matches;
    const matches = this.findAnew(parts, check);
    this.last = { parts, matches };
    return matches;
  }

  private findAnew(parts: readonly string[], check: () => void): TextMatches {
    const count = Math.floor(this.lastSequence() / BLOCK_SIZE) + 1;
    this.makeBlocks(count);
    const bits = new Uint32Array(count * BLOCK_WORDS).fill(-1);
    for (const part of parts) keepBits(bits, this.search(part, count, check).bits);
    const look = (sequence: number) => {
      check();
      const text = this.textOf(sequence);
      const isFound = text !== undefined && parts.every((part) => text.includes(part));
      if (isFound) setBit(bits, sequence);
      else clearBit(bits, sequence);
    };
    for (let at = 0; at < count; at++) {
      const block = this.blocks[at];
      for (const row of block?.changed ?? everyRow) look(at * BLOCK_SIZE + row);
    }
    return new TextMatches(bits, this.bySequence);
  }

  /** Where the blocks have the part. Only blocks that were made since the last search for it are asked. */
  private search(part: string, count: number, check: () => void): Searched {
    const known = this.found.get(part) ?? {
      sought: soughtText(part),
      blocks: [],
      bits: new Uint32Array(0),
    };
    this.found.delete(part);
    if (known.bits.length < count * BLOCK_WORDS) {
      const grown = new Uint32Array(count * BLOCK_WORDS);
      grown.set(known.bits);
      known.bits = grown;
    }
    for (let at = 0; at < count; at++) {
      const block = this.blocks[at];
      if (!block || known.blocks[at] === block.id) continue;
      check();
      const bits = known.bits.subarray(at * BLOCK_WORDS, (at + 1) * BLOCK_WORDS).fill(0);
      block.texts.find(known.sought, bits, check);
      known.blocks[at] = block.id;
    }
    const [oldest] = this.found.keys();
    if (oldest !== undefined && this.found.size >= MOST_SEARCHED) this.found.delete(oldest);
    this.found.set(part, known);
    return known;
  }

  private makeBlocks(count: number): void {
    let left = MADE_AT_ONCE;
    for (let at = 0; at < count && left > 0; at++) {
      if (this.blocks[at]) continue;
      const texts = everyRow.map((row) => this.textOf(at * BLOCK_SIZE + row));
      this.blocks[at] = { id: ++this.lastId, texts: new TextBlock(texts), changed: new Set() };
      left--;
    }
  }

  private textOf(sequence: number): string | undefined {
    const { field, ignoresCase } = this.searched;
    const value = this.bySequence.get(sequence)?.field(field);
    if (Array.isArray(value)) throw notImplemented(`filters on arrays, such as the field '${field}',`);
    if (typeof value !== "string") return undefined;
    checkSearchable(value);
    return ignoresCase ? ignoringCase(value) : value;
  }
}

const everyRow = Array.from({ length: BLOCK_SIZE }, (_, row) => row);
