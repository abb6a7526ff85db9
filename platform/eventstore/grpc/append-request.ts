import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import emptyPb from "google-protobuf/google/protobuf/empty_pb.js";
import timestampPb from "google-protobuf/google/protobuf/timestamp_pb.js";
import type { RawNewEvent } from "../log-client.ts";

const { BatchAppendReq } = streamsPb;

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

/** The messages of one append on a `BatchAppend` call, in order. */
export function* appendMessages(append: AppendToSend): Generator<streamsPb.BatchAppendReq> {
  let part = partOf(append).setOptions(optionsOf(append));
  let bytes = 0;
  for (const event of append.events) {
    const message = messageOf(event);
    const size = message.serializeBinary().length;
    if (bytes + size > mostBytesOfPart && bytes > 0) {
      yield part;
      part = partOf(append);
      bytes = 0;
    }
    bytes += size;
    part.addProposedMessages(message);
  }
  yield part.setIsFinal(true);
}

const partOf = ({ correlationId }: AppendToSend) =>
  new BatchAppendReq().setCorrelationId(uuidOf(correlationId)).setIsFinal(false);

function optionsOf({ stream, expected, until }: AppendToSend) {
  const options = new BatchAppendReq.Options();
  options.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)));
  options.setDeadline(timestampPb.Timestamp.fromDate(until));
  if (expected === "any") return options.setAny(new emptyPb.Empty());
  if (expected === "no_stream") return options.setNoStream(new emptyPb.Empty());
  return options.setStreamPosition(expected.toString());
}

function messageOf({ id, type, data, metadata }: RawNewEvent) {
  const message = new BatchAppendReq.ProposedMessage();
  message.setId(uuidOf(id));
  message.setData(Buffer.from(JSON.stringify(data)));
  message.setCustomMetadata(Buffer.from(JSON.stringify(metadata)));
  message.getMetadataMap().set("type", type).set("content-type", "application/json");
  return message;
}

const uuidOf = (text: string) => new sharedPb.UUID().setString(text);
