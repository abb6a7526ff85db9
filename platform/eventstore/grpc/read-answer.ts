import { convertGrpcEvent } from "@eventstore/db-client/dist/utils/convertGrpcEvent.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { type EventBytes, type LogItem, LogRefused, type RawEvent } from "../log-client.ts";

/** One message of a read or a subscription. `missing`: no such stream; `other`: readers skip the message. */
export type ReadAnswer = LogItem | { readonly kind: "missing" } | { readonly kind: "other" };

const ticksPerMillisecond = 10_000n;

/**
 * Reads an encoded `ReadResp`. A resolved event is read without its link. Throws for other bytes, and
 * `LogRefused` for a server that sends no positions.
 */
export function readAnswerOf(message: Buffer): ReadAnswer {
  const answer = streamsPb.ReadResp.deserializeBinary(message);
  if (answer.hasStreamNotFound()) return { kind: "missing" };
  if (answer.hasCaughtUp()) return { kind: "caughtUp" };
  const checkpoint = answer.getCheckpoint();
  if (checkpoint) return { kind: "checkpoint", position: positionOf(checkpoint) };
  const read = answer.getEvent();
  const { event } = read ? convertGrpcEvent(read) : {};
  if (!event) return { kind: "other" };
  const { id, streamId: stream, revision, type, data, metadata, position, created: createdAt } = event;
  if (!position)
    throw new LogRefused("The event store answers without positions; it needs version 23.10 or later");
  return { kind: "event", event: { id, stream, revision, type, data, metadata, position, createdAt } };
}

/** "none" for an answer without an event, such as the position of the end. */
export function readEventOf(message: Buffer): RawEvent | "none" {
  const answer = readAnswerOf(message);
  return answer.kind === "event" ? answer.event : "none";
}

export function readBytesOf(message: Buffer): EventBytes | "none" {
  const event = streamsPb.ReadResp.deserializeBinary(message).getEvent()?.getEvent();
  if (!event) return "none";
  const facts = event.getMetadataMap();
  return {
    id: event.getId()?.getString() ?? "",
    stream: Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8"),
    revision: BigInt(event.getStreamRevision()),
    type: facts.get("type") ?? "",
    contentType: facts.get("content-type") ?? "application/octet-stream",
    created: Number(BigInt(facts.get("created") ?? "0") / ticksPerMillisecond),
    position: positionOf(event),
    metadata: event.getCustomMetadata_asU8(),
    data: event.getData_asU8(),
  };
}

const positionOf = (of: { getCommitPosition(): string; getPreparePosition(): string }) => ({
  commit: BigInt(of.getCommitPosition()),
  prepare: BigInt(of.getPreparePosition()),
});
