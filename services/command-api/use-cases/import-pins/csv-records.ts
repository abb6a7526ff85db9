import { Refusal } from "@ornament/contracts/errors";

/** A record of a CSV file and the line where it begins; the first line is 1. */
export interface CsvRecord {
  readonly line: number;
  /** The first 4,096 characters of the record as it is in the file, without its line end. */
  readonly text: string;
  /** The record is too long or has a quotation mark in a wrong place, so its cells can't be told apart. */
  readonly malformed: boolean;
}

/** In characters. No row of a list of PINs is longer, and it limits the memory. */
const longestRecord = 4096;

/** The separator of cells, unless a file shows another one. */
export const comma = ",";

type Place = "field start" | "field" | "quoted" | "quote in quoted";

/**
 * Splits text that comes in pieces into CSV records. LF, CRLF and CR end a record, also mixed in one file;
 * inside quotes they belong to the record. Empty lines are skipped. Throws `import_unreadable` with the line
 * of a quotation mark that is not closed within 4,096 characters. See docs/decisions/0024-csv.md for why no
 * library does this.
 */
export class CsvRecords {
  readonly #separator: number;
  #line = 1;
  #recordLine = 1;
  #quoteLine = 1;
  #text = "";
  /** The length of the whole record, including the characters that `#text` omits. */
  #length = 0;
  #place: Place = "field start";
  #malformed = false;
  #previous = 0;

  /** @param separator one character */
  constructor(separator = comma) {
    this.#separator = separator.charCodeAt(0);
  }

  *read(piece: string): Generator<CsvRecord> {
    let start = 0;
    for (let index = 0; index < piece.length; index += 1) {
      const tooLong = this.#length + index - start >= longestRecord;
      if (tooLong && this.#place === "quoted") throw openQuote(this.#quoteLine);
      const character = piece.charCodeAt(index);
      const secondOfPair = character === lineFeed && this.#previous === carriageReturn;
      this.#previous = character;
      if (character !== lineFeed && character !== carriageReturn) {
        this.#step(character);
      } else if (this.#place === "quoted") {
        if (!secondOfPair) this.#line += 1;
      } else {
        this.#keep(piece.slice(start, index));
        start = index + 1;
        if (secondOfPair) continue;
        yield* this.#finish();
        this.#line += 1;
        this.#recordLine = this.#line;
      }
    }
    this.#keep(piece.slice(start));
  }

  *end(): Generator<CsvRecord> {
    if (this.#place === "quoted") throw openQuote(this.#quoteLine);
    yield* this.#finish();
  }

  #step(character: number): void {
    if (this.#place === "quoted") {
      if (character === quote) this.#place = "quote in quoted";
      return;
    }
    if (character === this.#separator) {
      this.#place = "field start";
      return;
    }
    if (character === quote && this.#place !== "field") {
      if (this.#place === "field start") this.#quoteLine = this.#line;
      this.#place = "quoted";
      return;
    }
    if (character === quote || this.#place === "quote in quoted") this.#malformed = true;
    this.#place = "field";
  }

  #keep(text: string): void {
    this.#length += text.length;
    if (this.#length > longestRecord) this.#malformed = true;
    this.#text += text.slice(0, longestRecord - this.#text.length);
  }

  *#finish(): Generator<CsvRecord> {
    const record = { line: this.#recordLine, text: this.#text, malformed: this.#malformed };
    this.#text = "";
    this.#length = 0;
    this.#place = "field start";
    this.#malformed = false;
    if (record.text.trim() !== "") yield record;
  }
}

/** Reads the cells of records; a malformed record is a single cell. */
export function cellsWith(separator: string): (record: CsvRecord) => string[] {
  // With a separator before each cell no match is empty, so that an empty cell is found too.
  const cell = new RegExp(`[\\${separator}](?:"([^"]*(?:""[^"]*)*)"|([^\\${separator}]*))`, "g");
  return ({ text, malformed }) => {
    if (malformed) return [text];
    if (!text.includes('"')) return text.split(separator);
    const cells = `${separator}${text}`.matchAll(cell);
    return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
  };
}

const lineFeed = 10;
const carriageReturn = 13;
const quote = 34;

const openQuote = (line: number) =>
  new Refusal("import_unreadable", { details: { reason: `line ${line}: a quotation mark is not closed` } });
