import { Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";

/**
 * Streams items as the answer, at the reader's pace. Headers are set once the first item is there, so that a failure
 * before it still gets an error answer; a failure after it cuts the connection. A reader who goes away ends the items.
 */
export async function sendStream<T>(
  response: Response,
  headers: Record<string, string>,
  items: AsyncGenerator<T>,
  format?: Transform,
): Promise<void> {
  try {
    const first = await items.next();
    if (response.destroyed) return;
    response.set(headers);
    const source = Readable.from(resumed(first, items));
    await (format ? pipeline(source, format, response) : pipeline(source, response));
  } catch (error) {
    if (!hasGone(error)) throw error;
  } finally {
    await items.return(undefined);
  }
}

async function* resumed<T>(first: IteratorResult<T>, items: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* items;
}

/** The reader closed the connection before the end. */
const hasGone = (error: unknown) =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === "ERR_STREAM_PREMATURE_CLOSE";

const chunkLength = 16_384;

/** Streams a JSON text, given in pieces, never held whole. */
export function sendJson(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  return sendStream(response, { "Content-Type": "application/json; charset=utf-8" }, inChunks(pieces));
}

/** Many small pieces as few larger ones. */
async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = "";
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

/** The elements of a JSON array, between its brackets. */
export async function* jsonArray<T>(rows: AsyncIterable<T>): AsyncGenerator<string> {
  let separator = "[";
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ",\n";
  }
  yield separator === "[" ? "[]" : "]";
}
