import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { DELETED } from "../log/append-decision.ts";
import { DELETED_ON_THE_WIRE, type StoredEvent } from "../log/event.ts";
import { streamIdentifier, uuid } from "./read-response.ts";

const { ReadResp } = streamsPb;
const { ReadEvent } = ReadResp;

/** The form of the events of one read: with their position ($all) or without, and the form of ids. */
export type EventForm = { readonly withPosition: boolean; readonly structuredIds: boolean };

/** The answer with an event. */
export function eventMessage(
  event: StoredEvent,
  { withPosition, structuredIds }: EventForm,
): streamsPb.ReadResp {
  const read = new ReadEvent().setEvent(recordedEvent(event, structuredIds));
  if (withPosition) read.setCommitPosition(String(event.position));
  else read.setNoPosition(new sharedPb.Empty());
  return new ReadResp().setEvent(read);
}

function recordedEvent(
  event: StoredEvent,
  structuredIds: boolean,
): streamsPb.ReadResp.ReadEvent.RecordedEvent {
  const { id, stream, revision, position, type, contentType, created, metadata, data } = event;
  const recorded = new ReadEvent.RecordedEvent();
  recorded.setId(uuid(id, structuredIds));
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
