import { withoutTurning } from "@ornament/contracts/domain/hidden-characters";
import type { Response } from "express";
import { inChunks, sendStream } from "./send-stream.ts";

/**
 * Control characters that comments may not contain any more. A spreadsheet skips them, also at the beginning
 * of a cell.
 */
const unprintable = /(?![\t\r\n])\p{Cc}/gu;

/**
 * Replaces commas and semicolons, removes control characters and those that change the order of letters, and
 * puts a ' before a cell that a spreadsheet would read as a formula. A full-width or small sign also begins a
 * formula, where text is typed in Japanese or Chinese.
 */
export function safeCell(text: string): string {
  const plain = withoutTurning(text).replace(unprintable, "").replace(/[,;]/g, " /");
  return /^[=+\-@\t\r\n]/.test(plain.charAt(0).normalize("NFKC")) ? `'${plain}` : plain;
}

/** Streams rows, which come in chunks, as a CSV file for download, with a BOM for Excel. */
export function sendCsv(
  response: Response,
  fileName: string,
  chunks: AsyncIterable<readonly (readonly string[])[]>,
): Promise<void> {
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": attachment(fileName),
  };
  return sendStream(response, headers, inChunks(csvText(chunks)));
}

async function* csvText(chunks: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<string> {
  let begin = "\ufeff";
  for await (const rows of chunks) {
    yield begin + rows.map(csvLine).join("");
    begin = "";
  }
}

/** A line of a CSV file (RFC 4180), with its end, of cells that are safe in a spreadsheet. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(safeCell(cell))).join(",")}\r\n`;

const quoted = (cell: string): string => (/["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The header with a download's name: in ASCII for very old browsers, and in UTF-8 (RFC 6266). */
export function attachment(fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${fileName.replace(/[^\w .@+-]/g, "_")}"; filename*=UTF-8''${encoded}`;
}
