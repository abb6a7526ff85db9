import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { DELETED } from "../log/append-decision.ts";
import { DELETED_ON_THE_WIRE, type StoredEvent } from "../log/event.ts";
import { streamIdentifier } from "./read-response.ts";

const { ReadResp } = streamsPb;
const { ReadEvent } = ReadResp;

/** The answer with an event. Events of `$all` have their position. */
export function eventMessage(event: StoredEvent, isOfAll: boolean): streamsPb.ReadResp {
  const read = new ReadEvent().setEvent(recordedEvent(event));
  if (isOfAll) read.setCommitPosition(String(event.position));
  else read.setNoPosition(new sharedPb.Empty());
  return new ReadResp().setEvent(read);
}

function recordedEvent(event: StoredEvent): streamsPb.ReadResp.ReadEvent.RecordedEvent {
  const { id, stream, revision, position, type, contentType, created, metadata, data } = event;
  const recorded = new ReadEvent.RecordedEvent();
  recorded.setId(new sharedPb.UUID().setString(id));
  recorded.setStreamIdentifier(streamIdentifier(stream));
  recorded.setStreamRevision(revision === DELETED ? DELETED_ON_THE_WIRE : String(revision));
  recorded.setCommitPosition(String(position));
  recorded.setPreparePosition(String(position));
  // The time is in ticks of 100 nanoseconds.
  recorded
    .getMetadataMap()
    .set("type", type)
    .set("content-type", contentType)
    .set("created", `${created}0000`);
  recorded.setCustomMetadata(metadata);
  return recorded.setData(data);
}
