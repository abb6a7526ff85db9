import { unpackToCommandError } from "@eventstore/db-client/dist/streams/appendToStream/unpackError.js";
import { parseUUID } from "@eventstore/db-client/dist/utils/grpcUUID.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { Position } from "../position.ts";
import { MessageReader } from "./message-reader.ts";
import { readPosition } from "./position-message.ts";

export interface AppendAnswer {
  readonly revision: bigint;
  readonly position: Position | undefined;
}

/** The server's answer to one append of a `BatchAppend` call. `refused` is the client's command error. */
export type AnsweredAppend = { readonly correlationId: string } & (
  | { readonly written: AppendAnswer; readonly refused?: undefined }
  | { readonly refused: Error }
);

/** Reads an encoded `BatchAppendResp`. Throws for bytes that are none. */
export function readAppendAnswer(message: Buffer): AnsweredAppend {
  const reader = new MessageReader(message);
  let correlationId = "";
  let written: AppendAnswer = { revision: -1n, position: undefined };
  while (reader.next()) {
    if (reader.field === 1) correlationId = readCorrelation(reader.message(), message);
    else if (reader.field === 2) return readRefusal(message);
    else if (reader.field === 3) written = readSuccess(reader.message());
    else reader.skip();
  }
  return { correlationId, written };
}

function readSuccess(reader: MessageReader): AppendAnswer {
  let revision = -1n;
  let position: Position | undefined;
  while (reader.next()) {
    if (reader.field === 1) revision = reader.bigint();
    else if (reader.field === 3) position = readPosition(reader.message());
    else reader.skip();
  }
  return { revision, position };
}

/** A server may send the id in its other form, as two numbers. */
function readCorrelation(reader: MessageReader, message: Buffer): string {
  let text: string | undefined;
  while (reader.next())
    if (reader.field === 2) text = reader.text();
    else reader.skip();
  return text ?? parseUUID(streamsPb.BatchAppendResp.deserializeBinary(message).getCorrelationId()) ?? "";
}

/** Refusals are rare and have many forms, so the generated classes read them. */
function readRefusal(message: Buffer): AnsweredAppend {
  const answer = streamsPb.BatchAppendResp.deserializeBinary(message);
  const error = answer.getError();
  const stream = Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8");
  return {
    correlationId: parseUUID(answer.getCorrelationId()) ?? "",
    refused: error
      ? unpackToCommandError(error, stream)
      : new Error("An append was refused without a reason"),
  };
}
