import { createReadStream } from "node:fs";
import { Refusal } from "@ornament/contracts/errors";

export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Finds the encoding of a file: UTF-16 by its byte order mark, UTF-8 if every byte is valid, otherwise
 * Windows-1252. PINs are the same in UTF-8 and in Windows-1252; only other texts, such as the names of batches,
 * differ. Throws `import_workbook` for a ZIP file or an old workbook, and `import_not_csv` for other bytes that
 * are not text.
 */
export async function encodingOf(path: string): Promise<Encoding> {
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
export async function* readText(path: string, encoding: Encoding): AsyncGenerator<string, void, undefined> {
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
