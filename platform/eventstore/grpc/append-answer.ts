import { unpackToCommandError } from "@eventstore/db-client/dist/streams/appendToStream/unpackError.js";
import { parseUUID } from "@eventstore/db-client/dist/utils/grpcUUID.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { Position } from "../position.ts";
import { type Fields, fieldsOf } from "./protobuf.ts";

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
  const fields = fieldsOf(message);
  if (fields[2] !== undefined) return readRefusal(message);
  const success = messageIn(fields[3]);
  const position = success[3] === undefined ? undefined : messageIn(success[3]);
  return {
    correlationId: readCorrelation(message, fields),
    written: {
      revision: typeof success[1] === "bigint" ? success[1] : -1n,
      position: position && { commit: numberIn(position[1]), prepare: numberIn(position[2]) },
    },
  };
}

const messageIn = (field: Fields[number]) => fieldsOf(field instanceof Buffer ? field : Buffer.of());
/** A number that is 0 is left out. */
const numberIn = (field: Fields[number]) => (typeof field === "bigint" ? field : 0n);

/** A server may send the id in its other form, as two numbers. */
function readCorrelation(message: Buffer, fields: Fields): string {
  const text = messageIn(fields[1])[2];
  if (text instanceof Buffer) return text.toString("latin1");
  return parseUUID(streamsPb.BatchAppendResp.deserializeBinary(message).getCorrelationId()) ?? "";
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
