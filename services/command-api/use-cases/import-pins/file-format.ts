import { Refusal } from "@ornament/contracts/errors";
import { type Columns, codeIn, columnsOf } from "./columns.ts";
import { type Encoding, encodingOf, readText } from "./file-text.ts";
import { type ListRecord, recordsOf } from "./list-records.ts";

/** The way in which a file's bytes are a list of PINs. */
export interface FileFormat {
  readonly encoding: Encoding;
  /** One character. */
  readonly separator: string;
  /** The file's first line is `sep=;`, which names the separator and is no row. */
  readonly separatorIsNamed: boolean;
  readonly columns: Columns;
}

/** In the order of preference. */
const separators = [",", ";", "\t", "|"] as const;

/** In characters: some thousand rows. */
const sampleLength = 64 * 1024;

/**
 * Finds the format of a file, and reads it whole for its errors, so that an unreadable file is refused before
 * any row is imported. Throws `import_workbook`, `import_not_csv`, and `import_unreadable` for a quotation mark
 * that is not closed.
 * @param column the column of the PINs that a person has chosen, from 0
 */
export async function formatOf(path: string, column?: number): Promise<FileFormat> {
  const encoding = await encodingOf(path);
  const sample = await beginningOf(path, encoding);
  const named = /^"?sep=([^"\r\n0-9a-z])"?(?:\r|\n|$)/i.exec(sample)?.[1];
  const found = await separatorOf(sample, named, column);
  const format = { encoding, separatorIsNamed: named !== undefined, ...found };
  for await (const _records of readRecords(path, format));
  return format;
}

/** The records of a file after the line that names the separator. */
export async function* readRecords(
  path: string,
  { encoding, separator, separatorIsNamed, columns }: FileFormat,
): AsyncGenerator<readonly ListRecord[], void, undefined> {
  const hasPin = (cells: readonly string[]) => codeIn(cells[columns.pin]) !== undefined;
  for await (const records of recordsOf(readText(path, encoding), separator, hasPin))
    yield separatorIsNamed ? records.filter(({ line }) => line > 1) : records;
}

/** The beginning of the text, in whole lines. */
async function beginningOf(path: string, encoding: Encoding): Promise<string> {
  let text = "";
  for await (const piece of readText(path, encoding)) {
    text += piece;
    if (text.length >= sampleLength) return text.slice(0, sampleLength).replace(/[^\r\n]*$/, "");
  }
  return text;
}

/**
 * The separator with which the beginning of the file has the most PINs, unless a line names it. If several have
 * equally many, one with a header that names the PINs is preferred, then the order of `separators`.
 */
async function separatorOf(sample: string, named: string | undefined, column: number | undefined) {
  let best: (Pick<FileFormat, "separator" | "columns"> & { score: number }) | undefined;
  for (const separator of named === undefined ? separators : [named]) {
    const records = await sampleRecords(sample, separator);
    const columns = columnsOf(named === undefined ? records : records.filter(({ line }) => line > 1), column);
    const { pin, headerLine } = columns;
    const pins = records.filter(
      ({ line, cells }) => line > headerLine && codeIn(cells[pin]) !== undefined,
    ).length;
    const score = pins + (columns.header === null ? 0 : 0.5);
    if (!best || score > best.score) best = { separator, columns, score };
  }
  const { separator, columns } = best ?? { separator: ",", columns: columnsOf([], column) };
  return { separator, columns };
}

/** A wrong separator can leave a quotation mark open: the records before it count. */
async function sampleRecords(sample: string, separator: string): Promise<ListRecord[]> {
  const found: ListRecord[] = [];
  const hasPin = (cells: readonly string[]) => cells.some((cell) => codeIn(cell) !== undefined);
  try {
    for await (const records of recordsOf([sample], separator, hasPin)) found.push(...records);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return found;
}
