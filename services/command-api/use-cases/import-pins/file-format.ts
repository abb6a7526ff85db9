import { parsePinCode } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import { type Columns, columnsOf } from "./columns.ts";
import { type CsvRecord, CsvRecords, cellsWith, comma } from "./csv-records.ts";
import { type Encoding, encodingOf, readText } from "./file-text.ts";

/** The way in which a file's bytes are a list of PINs. */
export interface FileFormat {
  readonly encoding: Encoding;
  /** One character. */
  readonly separator: string;
  /** The file's first line is `sep=;`, which names the separator and is no row. */
  readonly separatorIsNamed: boolean;
}

/** In the order of preference. */
const separators = [comma, ";", "\t", "|"] as const;

/** In characters: some thousand rows. */
const sampleLength = 64 * 1024;

/**
 * Finds the format of a file, and reads it whole for its errors, so that an unreadable file is refused before
 * any row is imported. Throws `import_workbook`, `import_not_csv`, and `import_unreadable` for a quotation mark
 * that is not closed.
 */
export async function formatOf(path: string): Promise<FileFormat> {
  const encoding = await encodingOf(path);
  const sample = await beginningOf(path, encoding);
  const named = /^"?sep=([^"\r\n0-9a-z])"?(?:\r|\n|$)/i.exec(sample)?.[1];
  const format = {
    encoding,
    separator: named ?? separatorOf(sample),
    separatorIsNamed: named !== undefined,
  };
  for await (const records of readRecords(path, format)) for (const _record of records);
  return format;
}

/** The records of a file after the line that names the separator. */
export async function* readRecords(
  path: string,
  { encoding, separator, separatorIsNamed }: FileFormat,
): AsyncGenerator<Iterable<CsvRecord>, void, undefined> {
  const csv = new CsvRecords(separator);
  const rows = (records: Iterable<CsvRecord>) => (separatorIsNamed ? withoutFirstLine(records) : records);
  for await (const text of readText(path, encoding)) yield rows(csv.read(text));
  yield rows(csv.end());
}

function* withoutFirstLine(records: Iterable<CsvRecord>): Generator<CsvRecord> {
  for (const record of records) if (record.line > 1) yield record;
}

async function beginningOf(path: string, encoding: Encoding): Promise<string> {
  let text = "";
  for await (const piece of readText(path, encoding)) {
    text += piece;
    if (text.length >= sampleLength) break;
  }
  return text.slice(0, sampleLength);
}

/**
 * The separator with which the beginning of the file has the most PINs. If several have equally many, one
 * with a header that names the PINs is preferred, then the order of `separators`.
 */
export function separatorOf(sample: string): string {
  let best = { separator: comma as string, score: 0 };
  for (const separator of separators) {
    const score = scoreOf(sample, separator);
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

function scoreOf(sample: string, separator: string): number {
  const cellsOf = cellsWith(separator);
  let columns: Columns | undefined;
  let pins = 0;
  for (const record of sampleRecords(sample, separator)) {
    const cells = cellsOf(record);
    columns ??= columnsOf(cells);
    if (parsePinCode(cells[columns.pin] ?? "") !== undefined) pins += 1;
  }
  return pins + (columns?.header == null ? 0 : 0.5);
}

/** A wrong separator can leave a quotation mark open: the records before it count. */
function* sampleRecords(sample: string, separator: string): Generator<CsvRecord> {
  const csv = new CsvRecords(separator);
  try {
    yield* csv.read(sample);
    if (sample.length < sampleLength) yield* csv.end();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
