import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { inertJson } from "@ornament/platform/http/answers";
import type { Response } from "express";

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

/** Whether the caller closed the connection before the end. */
const hasDisconnected = (error: unknown) =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === "ERR_STREAM_PREMATURE_CLOSE";

const chunkLength = 16_384;

/** Streams a JSON text from its pieces. */
export function sendJson(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  return sendStream(response, { "Content-Type": "application/json; charset=utf-8" }, inChunks(pieces));
}

/** Joins small pieces into chunks. */
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

/** The rows as a JSON array, in pieces. */
export async function* jsonArray<T>(rows: AsyncIterable<T>): AsyncGenerator<string> {
  let separator = "[";
  for await (const row of rows) {
    yield separator + inertJson(row);
    separator = ",\n";
  }
  yield separator === "[" ? "[]" : "]";
}
