import type { RawNewEvent } from "../log-client.ts";
import { MessageWriter } from "./message-writer.ts";

/** The server takes messages of up to 4 MB; a larger append is sent in parts. */
const mostBytesOfPart = 3 * 1024 * 1024;

export interface AppendToSend {
  readonly correlationId: string;
  readonly stream: string;
  readonly expected: bigint | "no_stream" | "any";
  readonly events: readonly RawNewEvent[];
  /** After this time the server must not write it any more. */
  readonly until: Date;
}

const writer = new MessageWriter();

/** The encoded messages (`BatchAppendReq`) of one append on a `BatchAppend` call, in order. */
export function* appendMessages(append: AppendToSend): Generator<Buffer> {
  const events = append.events.map(proposed);
  let first = 0;
  do {
    const next = endOfPart(events, first);
    yield partOf(append, events, first, next);
    first = next;
  } while (first < events.length);
}

/** The fields of a message are given in reverse order. */
function partOf(append: AppendToSend, events: readonly Buffer[], first: number, next: number): Buffer {
  if (next === events.length) writer.number(4, 1);
  for (let index = next - 1; index >= first; index -= 1) writer.bytes(3, events[index] ?? nothing);
  if (first === 0) writeOptions(append);
  writeId(1, append.correlationId);
  return writer.finish();
}

/** The first event that has no place in the part; there is always place for one. */
function endOfPart(events: readonly Buffer[], first: number): number {
  let bytes = events[first]?.length ?? 0;
  let next = first + 1;
  for (; next < events.length; next += 1) {
    bytes += events[next]?.length ?? 0;
    if (bytes > mostBytesOfPart) return next;
  }
  return Math.min(next, events.length);
}

const nothing = Buffer.alloc(0);

function writeOptions({ stream, expected, until }: AppendToSend): void {
  const options = writer.length;
  const milliseconds = until.getTime();
  const seconds = Math.floor(milliseconds / 1_000);
  writer.number(2, (milliseconds - seconds * 1_000) * 1_000_000);
  writer.number(1, seconds);
  writer.message(6, options);
  if (expected === "no_stream") writer.bytes(3, nothing);
  else if (expected === "any") writer.bytes(4, nothing);
  else writer.number(2, expected);
  const identifier = writer.length;
  writer.text(3, stream);
  writer.message(1, identifier);
  writer.message(2, options);
}

/** The encoded event (`ProposedMessage`). */
function proposed({ id, type, data, metadata }: RawNewEvent): Buffer {
  writer.text(4, JSON.stringify(data));
  writer.text(3, JSON.stringify(metadata));
  writeProperty("content-type", "application/json");
  writeProperty("type", type);
  writeId(1, id);
  return writer.finish();
}

function writeProperty(name: string, value: string): void {
  const property = writer.length;
  writer.text(2, value);
  writer.text(1, name);
  writer.message(2, property);
}

function writeId(field: number, id: string): void {
  const uuid = writer.length;
  writer.text(2, id);
  writer.message(field, uuid);
}
