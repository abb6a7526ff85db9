import type { RawNewEvent } from "../log-client.ts";
import { field, lengthOf, numberField, type Pieces } from "./protobuf.ts";

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

/** The encoded messages (`BatchAppendReq`) of one append on a `BatchAppend` call, in order. */
export function* appendMessages(append: AppendToSend): Generator<Buffer> {
  const correlation = field(1, uuid(append.correlationId));
  let part = [...correlation, ...field(2, optionsOf(append))];
  let bytes = 0;
  for (const event of append.events) {
    const message = field(3, proposed(event));
    const size = lengthOf(message);
    if (bytes + size > mostBytesOfPart && bytes > 0) {
      yield Buffer.concat(part);
      part = [...correlation];
      bytes = 0;
    }
    bytes += size;
    part.push(...message);
  }
  yield Buffer.concat([...part, ...isFinal]);
}

const empty: Pieces = [];
const isFinal = numberField(4, 1);
const uuid = (text: string) => field(2, text);

function optionsOf({ stream, expected, until }: AppendToSend): Pieces {
  const milliseconds = until.getTime();
  const seconds = Math.floor(milliseconds / 1_000);
  const deadline = [
    ...numberField(1, seconds),
    ...numberField(2, (milliseconds - seconds * 1_000) * 1_000_000),
  ];
  return [...field(1, field(3, stream)), ...expectedField(expected), ...field(6, deadline)];
}

function expectedField(expected: AppendToSend["expected"]): Pieces {
  if (expected === "no_stream") return field(3, empty);
  if (expected === "any") return field(4, empty);
  return numberField(2, expected);
}

const proposed = ({ id, type, data, metadata }: RawNewEvent): Pieces => [
  ...field(1, uuid(id)),
  ...field(2, [...field(1, "type"), ...field(2, type)]),
  ...contentType,
  ...field(3, JSON.stringify(metadata)),
  ...field(4, JSON.stringify(data)),
];

const contentType = field(2, [...field(1, "content-type"), ...field(2, "application/json")]);
