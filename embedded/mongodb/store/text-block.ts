import { addBits, setBit } from "./bits.ts";

/** How many documents a block has at most. */
export const BLOCK_SIZE = 256;
/** How many 32-bit numbers have a bit for each document of a block. */
export const BLOCK_WORDS = BLOCK_SIZE / 32;

/** Characters fall into 64 classes. Digits and small letters have one each, so that a pair of them is found without looking at texts. */
const CLASS_BITS = 6;
const CLASSES = 1 << CLASS_BITS;
const EXACT_CLASSES = 36;
const LINE_BREAK = CLASSES - 1;
const OTHER_CLASSES = LINE_BREAK - EXACT_CLASSES;

const asciiClasses = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (char === "\n") return LINE_BREAK;
  return /[0-9a-z]/.test(char) ? Number.parseInt(char, 36) : EXACT_CLASSES + (code % OTHER_CLASSES);
});
const classOf = (code: number): number =>
  code < 128 ? (asciiClasses[code] as number) : EXACT_CLASSES + (code % OTHER_CLASSES);

/** A text that is searched for, and the pairs of neighbouring characters in it, by their classes. */
export interface SoughtText {
  readonly text: string;
  readonly pairs: readonly number[];
  /** Every text with the pair, or with the only character, includes the text that is searched for. */
  readonly isExact: boolean;
}

/** The text must have a character and no line break. */
export function soughtText(text: string): SoughtText {
  const classes = Array.from({ length: text.length }, (_, at) => classOf(text.charCodeAt(at)));
  const pairs = classes.slice(1).map((next, at) => ((classes[at] as number) << CLASS_BITS) | next);
  return {
    text,
    pairs: pairs.length > 0 ? [...new Set(pairs)] : [(classes[0] as number) << CLASS_BITS],
    isExact: text.length <= 2 && classes.every((each) => each < EXACT_CLASSES),
  };
}

interface SharedLine {
  readonly line: string;
  /** A bit for each document that has it. */
  readonly bits: Uint32Array;
}

/** A line that so many of the texts have is kept once. */
const SHARED_BY = 16;
/** From so many texts on, all of them are searched at once as one text. */
const MANY = 32;
/** The longest text that is searched at once, because nothing can interrupt it. */
const LONGEST_AT_ONCE = 100_000;

/**
 * The texts of neighbouring documents, with an index of the pairs of characters that they have. So a search looks only at
 * the texts that have the rarest pair of what is searched for. See docs/decisions/0036-parts-of-texts-by-pairs.md
 */
export class TextBlock {
  private readonly shared: readonly SharedLine[];
  /** All texts without the shared lines, each with a line break at its end, and the places of these ends. */
  private readonly joined: string;
  private readonly ends: Uint32Array;
  /** The pairs in rising order, the place in `rows` where the documents of each begin, and these documents. */
  private readonly pairs: Uint16Array;
  private readonly starts: Uint32Array;
  private readonly rows: Uint8Array;

  /** A text for each place in the block; undefined where no document has one. */
  constructor(texts: readonly (string | undefined)[]) {
    const { shared, own } = splitLines(texts);
    this.shared = shared;
    this.joined = own.map((text) => `${text}\n`).join("");
    let end = -1;
    this.ends = Uint32Array.from(own, (text) => {
      end += text.length + 1;
      return end;
    });
    ({ pairs: this.pairs, starts: this.starts, rows: this.rows } = pairsOf(this.joined, this.ends));
  }

  /** Sets the bits of the documents whose text includes what is searched for. `check` is called often and may throw. */
  find(sought: SoughtText, bits: Uint32Array, check: () => void): void {
    for (const { line, bits: found } of this.shared) {
      if (line.includes(sought.text)) addBits(bits, found);
    }
    const { start, end } = this.rarest(sought);
    const isMany = end - start > MANY && this.joined.length <= LONGEST_AT_ONCE;
    if (isMany && !sought.isExact) this.findInAll(sought.text, bits);
    else this.findAmong(start, end, sought, bits, check);
  }

  /** Where the documents with the rarest pair are in `rows`. Of a single character all pairs that begin with it. */
  private rarest({ text, pairs }: SoughtText): { start: number; end: number } {
    const width = text.length === 1 ? CLASSES : 1;
    let rarest = { start: 0, end: Number.POSITIVE_INFINITY };
    for (const pair of pairs) {
      const start = this.starts[this.placeOf(pair)] as number;
      const end = this.starts[this.placeOf(pair + width)] as number;
      if (end - start < rarest.end - rarest.start) rarest = { start, end };
      if (end === start) break;
    }
    return rarest;
  }

  /** The place of the first pair that is not lower. */
  private placeOf(pair: number): number {
    let low = 0;
    let high = this.pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.pairs[middle] as number) >= pair) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private findInAll(text: string, bits: Uint32Array): void {
    const { joined, ends } = this;
    let row = 0;
    for (let at = joined.indexOf(text); at !== -1; at = joined.indexOf(text, (ends[row] as number) + 1)) {
      while ((ends[row] as number) < at) row++;
      setBit(bits, row);
    }
  }

  private findAmong(
    start: number,
    end: number,
    sought: SoughtText,
    bits: Uint32Array,
    check: () => void,
  ): void {
    for (let i = start; i < end; i++) {
      const row = this.rows[i] as number;
      if (!sought.isExact) check();
      if (sought.isExact || this.textOf(row).includes(sought.text)) setBit(bits, row);
    }
  }

  private textOf(row: number): string {
    return this.joined.slice(row === 0 ? 0 : (this.ends[row - 1] as number) + 1, this.ends[row]);
  }
}

/** The lines that many texts have, and each text without them. */
function splitLines(texts: readonly (string | undefined)[]): { shared: SharedLine[]; own: string[] } {
  const lines = texts.map((text) => text?.split("\n") ?? []);
  const counts = new Map<string, number>();
  for (const line of lines.flat()) counts.set(line, (counts.get(line) ?? 0) + 1);
  const shared = new Map<string, SharedLine>();
  for (const [line, count] of counts) {
    if (count >= SHARED_BY) shared.set(line, { line, bits: new Uint32Array(BLOCK_WORDS) });
  }
  const own = lines.map((each, row) => {
    if (!each.some((line) => shared.has(line))) return texts[row] ?? "";
    const rest = each.filter((line) => {
      const found = shared.get(line);
      if (found) setBit(found.bits, row);
      return !found;
    });
    return rest.join("\n");
  });
  return { shared: [...shared.values()], own };
}

/** The pairs of characters in the texts, and for each the rows that have it. */
function pairsOf(
  joined: string,
  ends: Uint32Array,
): { pairs: Uint16Array; starts: Uint32Array; rows: Uint8Array } {
  const lastRows = new Int16Array(CLASSES * CLASSES).fill(-1);
  const counts = new Uint32Array(CLASSES * CLASSES);
  const found: number[] = [];
  let row = 0;
  let before = LINE_BREAK;
  for (let at = 0; at < joined.length; at++) {
    const next = classOf(joined.charCodeAt(at));
    const pair = (before << CLASS_BITS) | next;
    if (before !== LINE_BREAK && lastRows[pair] !== row) {
      lastRows[pair] = row;
      counts[pair] = (counts[pair] as number) + 1;
      found.push((pair << 8) | row);
    }
    before = next;
    if (at === ends[row]) row++;
  }
  const pairs: number[] = [];
  const starts: number[] = [];
  let total = 0;
  for (let pair = 0; pair < counts.length; pair++) {
    const count = counts[pair] as number;
    if (count === 0) continue;
    pairs.push(pair);
    starts.push(total);
    counts[pair] = total;
    total += count;
  }
  const rows = new Uint8Array(total);
  for (const each of found) {
    const place = counts[each >> 8] as number;
    rows[place] = each & 255;
    counts[each >> 8] = place + 1;
  }
  return { pairs: Uint16Array.from(pairs), starts: Uint32Array.of(...starts, total), rows };
}
