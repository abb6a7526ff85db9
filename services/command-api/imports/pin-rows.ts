import { asOneLine, beginningOf } from "@ornament/contracts/values/hidden-characters";
import { limits } from "@ornament/contracts/values/limits";
import { type Columns, codeIn, pinText } from "./columns.ts";
import type { RefusedRow } from "./decider.ts";
import { type FileFormat, readRecords } from "./file-format.ts";
import type { ListRecord } from "./list-records.ts";

/** A row with a PIN and the line where the row begins. */
export interface PinRow {
  readonly line: number;
  readonly code: string;
  readonly batchName: string;
}

export const isPinRow = (row: PinRow | RefusedRow): row is PinRow => "code" in row;

/** The beginning of the reason of every row without a valid PIN. */
export const badRowReason = "not a PIN (XXXX-XXX)";

/**
 * Reads the rows of a file of PINs, in order and in pages. A row without a valid PIN is given as a refused row.
 */
export async function* readPinRows(
  path: string,
  format: FileFormat,
  defaultBatch: string,
): AsyncGenerator<(PinRow | RefusedRow)[], void, undefined> {
  const { columns } = format;
  for await (const records of readRecords(path, format))
    yield records
      .filter(({ line, cells }) => line > columns.headerLine && cells.some((cell) => cell.trim() !== ""))
      .map((record) => toRow(record, columns, format.separator, defaultBatch));
}

function toRow(
  { line, cells, torn }: ListRecord,
  columns: Columns,
  separator: string,
  defaultBatch: string,
): PinRow | RefusedRow {
  const cell = cells[columns.pin] ?? "";
  const code = codeIn(cell);
  if (code === undefined)
    return torn
      ? refused(line, cells.join(separator), wrongQuotes)
      : refused(line, cell, problemOf(pinText(cell.slice(0, 200))));
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
