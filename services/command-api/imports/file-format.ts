import { createReadStream } from "node:fs";
import { Refusal } from "@ornament/contracts/routes/errors";
import { type Columns, codeIn, columnsOf } from "./columns.ts";
import { type ListRecord, recordsOf } from "./list-records.ts";

export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

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
 * equally many, one with a header that names the PINs is preferred, then the one with the fewest records, because a
 * wrong one tears a cell of several lines, then the order of `separators`.
 */
async function separatorOf(sample: string, named: string | undefined, column: number | undefined) {
  let best: (Pick<FileFormat, "separator" | "columns"> & { score: number; length: number }) | undefined;
  for (const separator of named === undefined ? separators : [named]) {
    const records = await sampleRecords(sample, separator);
    const columns = columnsOf(named === undefined ? records : records.filter(({ line }) => line > 1), column);
    const { pin, headerLine } = columns;
    const pins = records.filter(
      ({ line, cells }) => line > headerLine && codeIn(cells[pin]) !== undefined,
    ).length;
    const score = pins + (columns.header === null ? 0 : 0.5);
    const { length } = records;
    if (!best || score > best.score || (score === best.score && length < best.length))
      best = { separator, columns, score, length };
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

/**
 * Finds the encoding of a file: UTF-16 by its byte order mark, UTF-8 if every byte is valid, otherwise
 * Windows-1252. PINs are the same in UTF-8 and in Windows-1252; only other texts, such as the names of batches,
 * differ. Throws `import_workbook` for a ZIP file or an old workbook, and `import_not_csv` for other bytes that
 * are not text.
 */
async function encodingOf(path: string): Promise<Encoding> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  let isFirst = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (isFirst) {
      if (workbookStarts.some((start) => begins(chunk, start))) throw new Refusal("import_workbook");
      const utf16 = utf16Starts.find(({ mark }) => begins(chunk, mark));
      if (utf16) return utf16.encoding;
    }
    isFirst = false;
    // NUL is valid in these encodings, but no CSV has it. The file has other content, or UTF-16 without a mark.
    if (chunk.includes(0)) throw new Refusal("import_not_csv");
    isUtf8 &&= canDecode(utf8, chunk);
  }
  return isUtf8 && canDecode(utf8) ? "utf-8" : "windows-1252";
}

/** A few hundred rows, which are parsed in some milliseconds. */
const pieceBytes = 16 * 1024;

/** The text of a file in pieces, without a byte order mark. Throws `import_not_csv` for a wrong encoding. */
async function* readText(path: string, encoding: Encoding): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const chunks = createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) yield decoded(decoder, chunk);
  yield decoded(decoder);
}

/** The signatures of ZIP files, which new workbooks are, and of old workbooks. */
const workbookStarts = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const utf16Starts = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

const begins = (chunk: Buffer, bytes: readonly number[]) => bytes.every((byte, at) => chunk[at] === byte);

function decoded(decoder: Decoder, chunk?: Buffer): string {
  const text = tryToDecode(decoder, chunk);
  if (text === undefined || text.includes("\0")) throw new Refusal("import_not_csv");
  return text;
}

/** A `TextDecoder`. */
type Decoder = Pick<InstanceType<typeof TextDecoder>, "decode">;

const canDecode = (decoder: Decoder, chunk?: Buffer) => tryToDecode(decoder, chunk) !== undefined;

function tryToDecode(decoder: Decoder, chunk?: Buffer): string | undefined {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    return undefined;
  }
}
