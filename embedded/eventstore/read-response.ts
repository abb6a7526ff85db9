import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { DELETED } from "@ornament/platform/eventstore/emulation/append-decision";
import { DELETED_ON_THE_WIRE, type StoredEvent } from "./event.ts";

type ReadResp = streamsPb.ReadResp;

const { ReadResp } = streamsPb;
const NO_POSITION = new sharedPb.Empty();

/** How the events of one read are written: with their log position ($all) or without, and the form of ids. */
export type EventForm = { readonly withPosition: boolean; readonly structuredIds: boolean };

export function eventResponse(event: StoredEvent, form: EventForm): ReadResp {
  const read = new ReadResp.ReadEvent();
  read.setEvent(recordedEvent(event, form.structuredIds));
  if (form.withPosition) read.setCommitPosition(String(event.position));
  else read.setNoPosition(NO_POSITION);
  const response = new ReadResp();
  response.setEvent(read);
  return response;
}

function recordedEvent(event: StoredEvent, structured: boolean): streamsPb.ReadResp.ReadEvent.RecordedEvent {
  const position = String(event.position);
  const recorded = new ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(uuid(event.id, structured));
  recorded.setStreamIdentifier(streamIdentifier(event.stream));
  recorded.setStreamRevision(event.revision === DELETED ? DELETED_ON_THE_WIRE : String(event.revision));
  recorded.setCommitPosition(position);
  recorded.setPreparePosition(position);
  const fields = recorded.getMetadataMap();
  fields.set("type", event.type);
  fields.set("content-type", event.contentType);
  // In ticks of 100 nanoseconds.
  fields.set("created", `${event.created}0000`);
  recorded.setCustomMetadata(event.metadata);
  recorded.setData(event.data);
  return recorded;
}

export function confirmation(subscriptionId: string): ReadResp {
  const confirmed = new ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(subscriptionId);
  return new ReadResp().setConfirmation(confirmed);
}

export const caughtUp = (): ReadResp => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());

/** `Infinity` is sent as 2^64-1. */
export function checkpoint(position: number): ReadResp {
  const reached = new ReadResp.Checkpoint();
  const at = position === Number.POSITIVE_INFINITY ? "18446744073709551615" : String(position);
  reached.setCommitPosition(at);
  reached.setPreparePosition(at);
  return new ReadResp().setCheckpoint(reached);
}

export function streamNotFound(stream: string): ReadResp {
  const missing = new ReadResp.StreamNotFound();
  missing.setStreamIdentifier(streamIdentifier(stream));
  return new ReadResp().setStreamNotFound(missing);
}

export function streamIdentifier(stream: string): sharedPb.StreamIdentifier {
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, "utf8"));
  return identifier;
}

export function uuid(id: string, structured: boolean): sharedPb.UUID {
  const message = new sharedPb.UUID();
  if (!structured) return message.setString(id);
  const hex = id.replaceAll("-", "");
  const bits = (text: string) => BigInt.asIntN(64, BigInt(`0x${text}`)).toString();
  const halves = new sharedPb.UUID.Structured();
  halves.setMostSignificantBits(bits(hex.slice(0, 16)));
  halves.setLeastSignificantBits(bits(hex.slice(16)));
  return message.setStructured(halves);
}
