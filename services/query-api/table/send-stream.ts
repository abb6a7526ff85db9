import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadModel } from "@ornament/contracts/projections/read-model";
import { csvText } from "@ornament/platform/csv/csv-text";
import { inertJson } from "@ornament/platform/http/answers";
import { streamed } from "@ornament/platform/http/route-request";
import { inOneLine } from "@ornament/platform/log-proof/checkpoint";
import type { Response } from "express";
import type { ReadView } from "../read-side/view.ts";

/** The time in which a reader takes some bytes: longer than a pause of a slow network. */
const stalledMilliseconds = 60_000;

/**
 * Streams items as the response, at the speed of the caller. Headers are set with the first item, so that an
 * earlier failure gets an error response. A later failure closes the connection, and so does a caller who takes
 * nothing for a minute: a paused download keeps its rows in memory. When the caller disconnects, the items are ended.
 */
export async function sendStream<T>(
  response: Response,
  headers: Record<string, string>,
  items: AsyncGenerator<T>,
  longestStall = stalledMilliseconds,
): Promise<void> {
  try {
    const first = await items.next();
    if (response.destroyed) return;
    response.set(headers);
    response.setTimeout(longestStall);
    const source = Readable.from(resumed(first, items));
    await pipeline(source, response);
  } catch (error) {
    if (!hasDisconnected(error)) throw error;
  } finally {
    await items.return(undefined);
  }
}

async function* resumed<T>(first: IteratorResult<T>, items: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* items;
}

const hasDisconnected = (error: unknown) =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === "ERR_STREAM_PREMATURE_CLOSE";

const chunkLength = 16_384;

export function sendJson(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  return sendStream(response, { "Content-Type": "application/json; charset=utf-8" }, inChunks(pieces));
}

export async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = "";
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

export async function* jsonArray<T>(rows: AsyncIterable<T>): AsyncGenerator<string> {
  let separator = "[";
  for await (const row of rows) {
    yield separator + inertJson(row);
    separator = ",\n";
  }
  yield separator === "[" ? "[]" : "]";
}

/** A CSV file: its name, its rows in chunks, and the signed checkpoint of the header `X-Log-Checkpoint`. */
interface CsvFile {
  readonly name: string;
  readonly rows: AsyncIterable<readonly (readonly string[])[]>;
  readonly checkpoint?: string | undefined;
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

interface Report extends Pick<CsvFile, "name" | "rows"> {
  readonly models: readonly ReadModel[];
  readonly shownDate: (instant: Date) => string;
}

/** Streams the report of read models, with the newest signed checkpoint, and whether it is up to date. */
export async function sendReport(
  response: Response,
  view: ReadView,
  { name, rows, models, shownDate }: Report,
): Promise<typeof streamed> {
  const since = view.notUpToDateSince(models);
  const foot = since && `This report is not up to date: it has no changes since ${shownDate(since)}.`;
  const checkpoint = await view.checkpoint();
  await sendCsv(response, { name: nameAsOf(name, view.asOf), rows: view.whole(rows), foot, checkpoint });
  return streamed;
}

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
