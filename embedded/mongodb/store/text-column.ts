import { notImplemented } from "../protocol/errors.ts";
import type { Documents } from "./documents.ts";
import { checkSearchable } from "./searched-text.ts";
import type { StoredDocument } from "./stored-document.ts";

/** A block has the documents whose sequences differ in the lowest eight bits only. */
const BLOCK_BITS = 8;
const BLOCK_SIZE = 1 << BLOCK_BITS;

/** Documents with a text in the field, and their texts. `joined` is all of these; `ends` are the places in it where they end. */
interface TextBlock {
  readonly rows: readonly StoredDocument[];
  readonly texts: readonly string[];
  readonly joined: string;
  readonly ends: readonly number[];
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
    private readonly bySequence: Pick<Documents, "get">,
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
    const sorted = parts.toSorted(
      (a, b) => Number(isFrequent(a)) - Number(isFrequent(b)) || b.length - a.length,
    );
    for (let at = 0; at <= last; at++) {
      if (!visitBlock(this.blocks[at] ?? this.build(at), sorted, each)) return;
    }
  }

  private build(at: number): TextBlock {
    const rows: StoredDocument[] = [];
    const texts: string[] = [];
    for (let sequence = at * BLOCK_SIZE; sequence < (at + 1) * BLOCK_SIZE; sequence++) {
      const stored = this.bySequence.get(sequence);
      const value = stored?.field(this.field);
      if (Array.isArray(value)) throw notImplemented(`filters on arrays, such as the field '${this.field}',`);
      if (!stored || typeof value !== "string") continue;
      checkSearchable(value);
      rows.push(stored);
      texts.push(value);
    }
    let end = -1;
    const ends = texts.map((text) => {
      end += text.length + 1;
      return end;
    });
    const block = { rows, texts, joined: texts.join("\n"), ends };
    this.blocks[at] = block;
    return block;
  }
}

/** Whether a search stops at very many places, because texts have the part's first letter often. */
const isFrequent = (part: string) => part.length < 3 || "aeinorst".includes(part.charAt(0));

/** After so many texts were found, it is looked at how many were not: where most are found, it is faster to search each by itself. */
const ENOUGH_FOUND = 8;

/** Visits a block. False when no more documents are wanted. */
function visitBlock(
  { rows, texts, joined, ends }: TextBlock,
  parts: readonly string[],
  each: (stored: StoredDocument) => boolean,
): boolean {
  const [rarest = "", ...others] = parts;
  let row = 0;
  let found = 0;
  for (let at = joined.indexOf(rarest); at !== -1 && row < rows.length; at = joined.indexOf(rarest, at)) {
    while (row < rows.length && (ends[row] as number) < at) row++;
    if (row === rows.length) return true;
    // A place that reaches beyond the text's end is in no text; the text may still have another one.
    const isInText = at + rarest.length <= (ends[row] as number);
    const tested = isInText ? others : parts;
    const isFound = tested.length === 0 || includesAll(texts[row] as string, tested);
    if (isFound && !each(rows[row] as StoredDocument)) return false;
    at = (ends[row] as number) + 1;
    row++;
    found++;
    if (found > ENOUGH_FOUND && found * 2 > row) {
      for (; row < rows.length; row++) {
        if (includesAll(texts[row] as string, parts) && !each(rows[row] as StoredDocument)) return false;
      }
    }
  }
  return true;
}

function includesAll(text: string, parts: readonly string[]): boolean {
  for (let i = 0; i < parts.length; i++) if (text.indexOf(parts[i] as string) === -1) return false;
  return true;
}
