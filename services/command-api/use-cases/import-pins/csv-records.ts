import { Refusal } from "@ornament/contracts/errors";

/** A record of a CSV file and the line it begins at, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly text: string;
  /** Quotes where none may stand, or longer than any record of ours: its columns can't be told apart. */
  readonly malformed: boolean;
}

/** More than this in a record, quoted or not, is no list of PINs; it also bounds what is held in memory. */
const longestRecord = 4096;

type Place = "field start" | "field" | "quoted" | "quote in quoted";

/**
 * Cuts text that comes in pieces into CSV records at LF, CRLF and CR, in any mixture; line breaks inside quotes belong to
 * their record. Empty lines are left out. Throws `import_unreadable` with the line of a quotation mark that stays open.
 */
export class CsvRecords {
  #line = 1;
  #recordLine = 1;
  #quoteLine = 1;
  #text = "";
  #place: Place = "field start";
  #malformed = false;
  #previous = 0;

  *read(piece: string): Generator<CsvRecord> {
    let start = 0;
    for (let index = 0; index < piece.length; index += 1) {
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
    if (character === comma) {
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
    if (this.#text.length + text.length > longestRecord) {
      if (this.#place === "quoted") throw openQuote(this.#quoteLine);
      this.#malformed = true;
    }
    this.#text += text.slice(0, longestRecord - this.#text.length);
  }

  *#finish(): Generator<CsvRecord> {
    const record = { line: this.#recordLine, text: this.#text, malformed: this.#malformed };
    this.#text = "";
    this.#place = "field start";
    this.#malformed = false;
    if (record.text.trim() !== "") yield record;
  }
}

const lineFeed = 10;
const carriageReturn = 13;
const quote = 34;
const comma = 44;

const openQuote = (line: number) =>
  new Refusal("import_unreadable", { details: { reason: `line ${line}: a quotation mark is not closed` } });
