import { asOneLine, beginningOf } from "@ornament/contracts/domain/hidden-characters";
import { limits } from "@ornament/contracts/domain/limits";
import { parsePinCode } from "@ornament/contracts/domain/pin-code";
import type { RefusedRow } from "../../aggregates/pin-import/decider.ts";
import { type Columns, columnsOf } from "./columns.ts";
import { cellsWith } from "./csv-records.ts";
import { type FileFormat, readRecords } from "./file-format.ts";

/** A row with a PIN and the line where the row begins. */
export interface PinRow {
  readonly line: number;
  readonly code: string;
  readonly batchName: string;
}

export const isPinRow = (row: PinRow | RefusedRow): row is PinRow => "code" in row;

/** The beginning of the reason of every row without a valid PIN. */
export const badRowReason = "not a PIN (XXXX-XXX)";

/** The rows of a file, in order and in pages. */
export interface PinRows extends AsyncIterable<readonly (PinRow | RefusedRow)[]> {
  /** The columns; `undefined` until the first row is read. */
  readonly columns: Columns | undefined;
}

/**
 * Reads the rows of a file of PINs. A header row names the columns; without a header the first column has the
 * PINs. A row without a valid PIN is given as a refused row.
 */
export function readPinRows(path: string, format: FileFormat, defaultBatch: string): PinRows {
  const cellsOf = cellsWith(format.separator);
  let columns: Columns | undefined;
  async function* pages() {
    for await (const records of readRecords(path, format)) {
      const rows: (PinRow | RefusedRow)[] = [];
      for (const record of records) {
        const cells = cellsOf(record);
        if (cells.every((cell) => cell.trim() === "")) continue;
        const isFirst = columns === undefined;
        columns ??= columnsOf(cells);
        if (isFirst && columns.header !== null) continue;
        if (record.malformed) rows.push(refused(record.line, record.text, wrongQuotes));
        else rows.push(toRow(record.line, cells, columns, defaultBatch));
      }
      yield rows;
    }
  }
  return {
    get columns() {
      return columns;
    },
    [Symbol.asyncIterator]: pages,
  };
}

function toRow(line: number, cells: string[], columns: Columns, defaultBatch: string): PinRow | RefusedRow {
  const cell = cells[columns.pin] ?? "";
  const code = parsePinCode(cell);
  if (code === undefined) return refused(line, cell, problemOf(clean(cell.slice(0, 200))));
  const batch = columns.batch === undefined ? "" : clean(cells[columns.batch] ?? "");
  return { line, code, batchName: beginningOf(batch || defaultBatch, limits.batchName) };
}

const refused = (line: number, cell: string, problem: string): RefusedRow => ({
  line,
  text: shown(cell),
  reason: `${badRowReason}: ${problem}`,
});

const wrongQuotes = "a quotation mark is in a wrong place, or the row is too long";

/** Says why a cell is not a PIN. A spreadsheet drops the zeros at the beginning of a number. */
function problemOf(cell: string): string {
  const characters = [...cell.replace(/[- ]/g, "")];
  if (characters.length === 0) return "the cell is empty";
  if (characters.some((character) => !/[0-9a-z]/i.test(character)))
    return "it has other characters than A–Z and 0–9";
  if (characters.length === 7) return "the hyphen or space is in a wrong place";
  const zeros =
    characters.length < 7 && /^\d+$/.test(cell) ? "; maybe zeros at the beginning are missing" : "";
  const counted = characters.length === 1 ? "1 letter or digit" : `${characters.length} letters or digits`;
  return `${counted} instead of 7${zeros}`;
}

const clean = (text: string) => asOneLine(text).trim();
const shown = (cell: string) => beginningOf(clean(cell.slice(0, 200)), 40);
