import { csvText } from "@ornament/platform/csv/csv-text";
import { inOneLine } from "@ornament/platform/log-proof/checkpoint";
import type { Response } from "express";
import { inChunks, sendStream } from "./send-stream.ts";

/** A CSV file: its name, its rows in chunks, and the signed checkpoint of the header `X-Log-Checkpoint`. */
export interface CsvFile {
  readonly name: string;
  readonly rows: AsyncIterable<readonly (readonly string[])[]>;
  readonly checkpoint?: string | undefined;
  /** A line after the rows: `notUpToDateLine`. */
  readonly foot?: string | undefined;
}

/** Streams a CSV file for download, with a BOM for Excel. */
export function sendCsv(response: Response, { name, rows, checkpoint, foot }: CsvFile): Promise<void> {
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": attachment(name),
    ...(checkpoint === undefined ? {} : { "X-Log-Checkpoint": inOneLine(checkpoint) }),
  };
  return sendStream(response, headers, inChunks(textOf(rows, foot)));
}

/** The line that says that an export's read models have stopped; none if they have all changes. */
export const notUpToDateLine = (since: Date | undefined, shownDate: (instant: Date) => string) =>
  since && `This report is not up to date: it has no changes since ${shownDate(since)}.`;

async function* textOf(chunks: CsvFile["rows"], foot: string | undefined): AsyncGenerator<string> {
  let isBeginning = true;
  for await (const rows of chunks) {
    yield await csvText(rows, isBeginning);
    isBeginning = false;
  }
  if (foot !== undefined) yield await csvText([[foot]], isBeginning);
}

/** The name of an export, which names the instant of a former state. It has no colons, as file systems ask. */
export function nameAsOf(fileName: string, instant: Date | undefined): string {
  if (instant === undefined) return fileName;
  const text = instant
    .toISOString()
    .replace(/\.000Z$/, "Z")
    .replaceAll(":", "-");
  return fileName.replace(/(\.\w+)?$/, (ending) => ` as of ${text}${ending}`);
}

/** The header with a download's name: in ASCII for very old browsers, and in UTF-8 (RFC 6266). */
export function attachment(fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${fileName.replace(/[^\w .@+-]/g, "_")}"; filename*=UTF-8''${encoded}`;
}
