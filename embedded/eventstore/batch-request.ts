import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import type { ExpectedRevision } from "@ornament/platform/eventstore/emulation/append-decision";
import { MessageReader } from "@ornament/platform/eventstore/grpc/message-reader";
import { type ProposedFields, uuidText } from "./request-fields.ts";

/** A `BatchAppendReq` as it was sent, before any check. */
export type BatchRequest = {
  readonly correlation: string;
  readonly options: BatchOptions | undefined;
  readonly events: readonly ProposedFields[];
  readonly isFinal: boolean;
};

export type BatchOptions = {
  readonly stream: string;
  readonly expected: ExpectedRevision | undefined;
  /** The client's deadline, in milliseconds since 1970. */
  readonly deadline: number | undefined;
};

/** Throws for bytes that are not a `BatchAppendReq`. See docs/decisions/0040-the-embedded-event-store-encodes-by-hand.md. */
export function readBatchRequest(bytes: Buffer): BatchRequest {
  const reader = new MessageReader(bytes);
  const events: ProposedFields[] = [];
  let correlation = "";
  let options: BatchOptions | undefined;
  let isFinal = false;
  while (reader.next()) {
    if (reader.field === 1) correlation = readId(reader.bytes());
    else if (reader.field === 2) options = readOptions(reader.message());
    else if (reader.field === 3) events.push(readEvent(reader.message()));
    else if (reader.field === 4) isFinal = reader.number() !== 0;
    else reader.skip();
  }
  return { correlation, options, events, isFinal };
}

function readOptions(reader: MessageReader): BatchOptions {
  let stream = "";
  let expected: ExpectedRevision | undefined;
  let deadline: number | undefined;
  const choose = (choice: ExpectedRevision) => {
    reader.bytes();
    expected = choice;
  };
  while (reader.next()) {
    if (reader.field === 1) stream = readStreamName(reader.message());
    else if (reader.field === 2) expected = reader.number();
    else if (reader.field === 3) choose("no_stream");
    else if (reader.field === 4) choose("any");
    else if (reader.field === 5) choose("stream_exists");
    else if (reader.field === 6) deadline = readTime(reader.message());
    else reader.skip();
  }
  return { stream, expected, deadline };
}

function readStreamName(reader: MessageReader): string {
  let name = "";
  while (reader.next())
    if (reader.field === 3) name = reader.text();
    else reader.skip();
  return name;
}

/** A `Timestamp` in milliseconds since 1970. */
function readTime(reader: MessageReader): number {
  let seconds = 0;
  let nanoseconds = 0;
  while (reader.next())
    if (reader.field === 1) seconds = reader.number();
    else if (reader.field === 2) nanoseconds = reader.number();
    else reader.skip();
  // A negative number, for a time before 1970, is read as one that is too large.
  return seconds === Number.MAX_SAFE_INTEGER ? 0 : seconds * 1_000 + nanoseconds / 1_000_000;
}

function readEvent(reader: MessageReader): ProposedFields {
  const properties = new Map<string, string>();
  let id = "";
  let metadata: Buffer = NOTHING;
  let data: Buffer = NOTHING;
  while (reader.next()) {
    if (reader.field === 1) id = readId(reader.bytes());
    else if (reader.field === 2) readProperty(reader.message(), properties);
    else if (reader.field === 3) metadata = reader.bytes();
    else if (reader.field === 4) data = reader.bytes();
    else reader.skip();
  }
  return { id, properties, metadata, data };
}

const NOTHING = Buffer.alloc(0);

function readProperty(reader: MessageReader, properties: Map<string, string>): void {
  let [name, value] = ["", ""];
  while (reader.next())
    if (reader.field === 1) name = reader.text();
    else if (reader.field === 2) value = reader.text();
    else reader.skip();
  properties.set(name, value);
}

function readId(bytes: Buffer): string {
  const reader = new MessageReader(bytes);
  let text = "";
  while (reader.next())
    if (reader.field === 2) text = reader.text();
    // Written as two numbers.
    else return uuidText(sharedPb.UUID.deserializeBinary(bytes));
  return text.toLowerCase();
}
