import { unpackToCommandError } from "@eventstore/db-client/dist/streams/appendToStream/unpackError.js";
import { parseUUID } from "@eventstore/db-client/dist/utils/grpcUUID.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { Position } from "../position.ts";

export interface AppendAnswer {
  readonly revision: bigint;
  readonly position: Position | undefined;
}

/** The server's answer to one append of a `BatchAppend` call. `refused` is the client's command error. */
export type AnsweredAppend = { readonly correlationId: string } & (
  | { readonly written: AppendAnswer; readonly refused?: undefined }
  | { readonly refused: Error }
);

/** Reads an encoded `BatchAppendResp`. Throws for other bytes. */
export function readAppendAnswer(message: Buffer): AnsweredAppend {
  const answer = streamsPb.BatchAppendResp.deserializeBinary(message);
  const correlationId = parseUUID(answer.getCorrelationId()) ?? "";
  const success = answer.getSuccess();
  if (success) return { correlationId, written: writtenBy(success) };
  const error = answer.getError();
  const stream = Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8");
  return {
    correlationId,
    refused: error
      ? unpackToCommandError(error, stream)
      : new Error("An append was refused without a reason"),
  };
}

function writtenBy(success: streamsPb.BatchAppendResp.Success): AppendAnswer {
  const at = success.getPosition();
  return {
    revision: success.hasCurrentRevision() ? BigInt(success.getCurrentRevision()) : -1n,
    position: at && { commit: BigInt(at.getCommitPosition()), prepare: BigInt(at.getPreparePosition()) },
  };
}
