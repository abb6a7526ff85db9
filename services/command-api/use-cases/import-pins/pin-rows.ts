import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { limits } from "@ornament/contracts/domain/limits";
import { parsePinCode } from "@ornament/contracts/domain/pin-code";
import { parse } from "fast-csv";
import type { RefusedRow } from "../../aggregates/pin-import/decider.ts";
import { type CsvRecord, CsvRecords } from "./csv-records.ts";

/** A row that names a PIN, with the line it begins at. */
export interface PinRow {
  readonly line: number;
  readonly code: string;
  readonly batchName: string;
}

export const isPinRow = (row: PinRow | RefusedRow): row is PinRow => "code" in row;

export const badRowReason = "not a PIN (XXXX-XXX)";

/**
 * The rows of a CSV of PINs, as a stream. A header row names the columns `pin` and, where there is one, `batch`; without
 * it the first column holds the PINs. A row that is no PIN comes as a refused one.
 */
export async function* readPinRows(
  path: string,
  defaultBatch: string,
): AsyncGenerator<PinRow | RefusedRow, void, undefined> {
  const source = Readable.from(numberedRecords(path));
  const parser = parse<string[], string[]>({ headers: false });
  source.once("error", (error) => parser.destroy(error));
  let columns: Columns | undefined;
  try {
    for await (const [line = "", ...cells] of source.pipe(parser) as AsyncIterable<string[]>) {
      if (cells.every((cell) => cell.trim() === "")) continue;
      const isFirst = columns === undefined;
      columns ??= columnsOf(cells);
      if (isFirst && columns.named) continue;
      yield toRow(Number(line), cells, columns, defaultBatch);
    }
  } finally {
    source.destroy();
    parser.destroy();
  }
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
  return { line, code, batchName: (batch || defaultBatch).slice(0, limits.batchName) };
}

const clean = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]/gu, " ").trim();
const shown = (cell: string) => clean(cell.slice(0, 200)).slice(0, 40);

/**
 * Each record with its line as a first column and one kind of line end: the parser tells neither which line a row comes
 * from, nor goes on after a misplaced quote, so such a record travels as a single column that is no PIN.
 */
async function* numberedRecords(path: string): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const records = new CsvRecords();
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = numbered(records.read(decoder.decode(chunk, { stream: true })));
    if (text !== "") yield text;
  }
  const rest = numbered(records.read(decoder.decode())) + numbered(records.end());
  if (rest !== "") yield rest;
}

function numbered(records: Iterable<CsvRecord>): string {
  let text = "";
  for (const { line, text: record, malformed } of records) {
    text += `${line},${malformed ? `"${record.replaceAll('"', '""')}"` : record}\n`;
  }
  return text;
}
