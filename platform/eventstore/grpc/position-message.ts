import type { Position } from "../position.ts";
import type { MessageReader } from "./message-reader.ts";

/** A position of the log in an answer of the event store. A number that is 0 is left out of the message. */
export function readPosition(reader: MessageReader): Position {
  let commit = 0n;
  let prepare = 0n;
  while (reader.next()) {
    if (reader.field === 1) commit = reader.bigint();
    else if (reader.field === 2) prepare = reader.bigint();
    else reader.skip();
  }
  return { commit, prepare };
}
