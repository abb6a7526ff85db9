import { unpackToCommandError } from "@eventstore/db-client/dist/streams/appendToStream/unpackError.js";
import { parseUUID } from "@eventstore/db-client/dist/utils/grpcUUID.js";
import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import emptyPb from "google-protobuf/google/protobuf/empty_pb.js";
import timestampPb from "google-protobuf/google/protobuf/timestamp_pb.js";
import type { RawNewEvent } from "../log-client.ts";
import type { Position } from "../position.ts";

const { BatchAppendReq } = streamsPb;
type Proposed = streamsPb.BatchAppendReq.ProposedMessage;

/** The server takes messages of up to 4 MB; a larger append is sent in parts. */
const mostBytesOfPart = 3 * 1024 * 1024;

export interface AppendToSend {
  readonly correlationId: string;
  readonly stream: string;
  readonly expected: bigint | "no_stream" | "any";
  readonly events: readonly RawNewEvent[];
  /** Later the server must not write the append. */
  readonly until: Date;
}

/** Only the first message has the options. */
export function* appendMessages({
  correlationId,
  stream,
  expected,
  events: all,
  until,
}: AppendToSend): Generator<streamsPb.BatchAppendReq> {
  const options = new BatchAppendReq.Options()
    .setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setDeadline(timestampPb.Timestamp.fromDate(until));
  if (expected === "no_stream") options.setNoStream(new emptyPb.Empty());
  else if (expected === "any") options.setAny(new emptyPb.Empty());
  else options.setStreamPosition(expected.toString());
  const parts = partsOf(all.map(proposed));
  for (const [place, events] of parts.entries()) {
    const message = new BatchAppendReq()
      .setCorrelationId(uuid(correlationId))
      .setProposedMessagesList(events)
      .setIsFinal(place === parts.length - 1);
    if (place === 0) message.setOptions(options);
    yield message;
  }
}

/** A part always has room for one event. */
function partsOf(events: readonly Proposed[]): Proposed[][] {
  const parts: Proposed[][] = [[]];
  let bytes = 0;
  for (const event of events) {
    const size = event.getData_asU8().length + event.getCustomMetadata_asU8().length;
    if (bytes > 0 && bytes + size > mostBytesOfPart) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(event);
    bytes += size;
  }
  return parts;
}

function proposed({ id, type, data, metadata }: RawNewEvent): Proposed {
  const event = new BatchAppendReq.ProposedMessage();
  event.setId(uuid(id));
  event.getMetadataMap().set("type", type).set("content-type", "application/json");
  event.setCustomMetadata(Buffer.from(JSON.stringify(metadata)));
  return event.setData(Buffer.from(JSON.stringify(data)));
}

const uuid = (id: string) => new sharedPb.UUID().setString(id);

export interface AppendAnswer {
  readonly revision: bigint;
  readonly position: Position | undefined;
}

/** `refused` is the client's command error. */
export type AnsweredAppend = { readonly correlationId: string } & (
  | { readonly written: AppendAnswer; readonly refused?: undefined }
  | { readonly refused: Error }
);

/** Throws for other bytes than a `BatchAppendResp`. */
export function readAppendAnswer(message: Buffer): AnsweredAppend {
  const answer = streamsPb.BatchAppendResp.deserializeBinary(message);
  const correlationId = parseUUID(answer.getCorrelationId()) ?? "";
  const success = answer.getSuccess();
  if (success) return { correlationId, written: writtenBy(success) };
  const error = answer.getError();
  if (!error) return { correlationId, refused: new Error("An append was refused without a reason") };
  const stream = Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8");
  return { correlationId, refused: unpackToCommandError(error, stream) };
}

function writtenBy(success: streamsPb.BatchAppendResp.Success): AppendAnswer {
  const at = success.getPosition();
  return {
    revision: success.hasCurrentRevision() ? BigInt(success.getCurrentRevision()) : -1n,
    position: at && { commit: BigInt(at.getCommitPosition()), prepare: BigInt(at.getPreparePosition()) },
  };
}
