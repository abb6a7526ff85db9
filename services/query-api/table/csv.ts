import type { Response } from "express";
import { format } from "fast-csv";
import { sendStream } from "./send-stream.ts";

/** What the spec asks of a cell (§3), and one that begins like a formula gets a ' before it. */
export function safeCell(text: string): string {
  const plain = text.replace(/[,;]/g, " /");
  return /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
}

/** Streams rows as a CSV file for download, with a BOM for Excel, at the reader's pace. */
export function sendCsv(
  response: Response,
  fileName: string,
  rows: AsyncIterable<readonly string[]>,
): Promise<void> {
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": attachment(fileName),
  };
  const csv = format({ writeBOM: true, rowDelimiter: "\r\n", includeEndRowDelimiter: true });
  return sendStream(response, headers, safeRows(rows), csv);
}

async function* safeRows(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string[]> {
  for await (const row of rows) yield row.map(safeCell);
}

/** A download's name, for browsers of the last century in ASCII, for all others as it is (RFC 6266). */
export function attachment(fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${fileName.replace(/[^\w .@+-]/g, "_")}"; filename*=UTF-8''${encoded}`;
}
