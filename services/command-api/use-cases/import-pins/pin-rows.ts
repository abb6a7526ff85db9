import { createReadStream } from "node:fs";
import { asOneLine, beginningOf } from "@ornament/contracts/domain/hidden-characters";
import { limits } from "@ornament/contracts/domain/limits";
import { parsePinCode } from "@ornament/contracts/domain/pin-code";
import type { RefusedRow } from "../../aggregates/pin-import/decider.ts";
import { CsvBytes } from "./csv-bytes.ts";
import { type CsvRecord, cellsOf } from "./csv-records.ts";

/** A row with a PIN and the line where the row begins. */
export interface PinRow {
  readonly line: number;
  readonly code: string;
  readonly batchName: string;
}

export const isPinRow = (row: PinRow | RefusedRow): row is PinRow => "code" in row;

export const badRowReason = "not a PIN (XXXX-XXX)";

/**
 * Reads the rows of a CSV file of PINs, in order and in pages. A header row names the column `pin` and, if
 * there is one, `batch`. Without a header the first column has the PINs. A row without a valid PIN is
 * returned as a refused row.
 */
export async function* readPinRows(
  path: string,
  defaultBatch: string,
): AsyncGenerator<(PinRow | RefusedRow)[], void, undefined> {
  let columns: Columns | undefined;
  for await (const records of readRecords(path)) {
    const rows: (PinRow | RefusedRow)[] = [];
    for (const record of records) {
      const cells = cellsOf(record);
      if (cells.every((cell) => cell.trim() === "")) continue;
      const isFirst = columns === undefined;
      columns ??= columnsOf(cells);
      if (isFirst && columns.named) continue;
      rows.push(toRow(record.line, cells, columns, defaultBatch));
    }
    yield rows;
  }
}

async function* readRecords(path: string): AsyncGenerator<Iterable<CsvRecord>, void, undefined> {
  const csv = new CsvBytes();
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) yield csv.read(chunk);
  yield csv.end();
}

interface Columns {
  readonly named: boolean;
  readonly pin: number;
  readonly batch: number | undefined;
}

function columnsOf(cells: readonly string[]): Columns {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const pin = names.indexOf("pin");
  const batch = names.indexOf("batch");
  return pin < 0
    ? { named: false, pin: 0, batch: undefined }
    : { named: true, pin, batch: batch < 0 ? undefined : batch };
}

function toRow(line: number, cells: string[], columns: Columns, defaultBatch: string): PinRow | RefusedRow {
  const cell = cells[columns.pin] ?? "";
  const code = parsePinCode(cell);
  if (code === undefined) return { line, text: shown(cell), reason: badRowReason };
  const batch = columns.batch === undefined ? "" : clean(cells[columns.batch] ?? "");
  return { line, code, batchName: beginningOf(batch || defaultBatch, limits.batchName) };
}

const clean = (text: string) => asOneLine(text).trim();
const shown = (cell: string) => beginningOf(clean(cell.slice(0, 200)), 40);
