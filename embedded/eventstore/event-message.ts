import { DELETED } from "@ornament/platform/eventstore/emulation/append-decision";
import { MessageWriter } from "@ornament/platform/eventstore/grpc/message-writer";
import { DELETED_ON_THE_WIRE, type StoredEvent } from "./event.ts";
import { uuid } from "./read-response.ts";

/** How the events of one read are written: with their log position ($all) or without, and the form of ids. */
export type EventForm = { readonly withPosition: boolean; readonly structuredIds: boolean };

const writer = new MessageWriter();
const NOTHING = Buffer.alloc(0);
const DELETED_REVISION = BigInt(DELETED_ON_THE_WIRE);

/**
 * An encoded `ReadResp` with an event. Fields are written in reverse order. The generated classes take several times as long, and an event is
 * sent to several readers. See docs/decisions/0040-the-embedded-event-store-encodes-by-hand.md.
 */
export function eventMessage(event: StoredEvent, { withPosition, structuredIds }: EventForm): Buffer {
  if (withPosition) writer.number(3, event.position);
  else writer.bytes(4, NOTHING);
  writeRecordedEvent(event, structuredIds);
  writer.message(1, 0);
  return writer.finish();
}

/** Fields with nothing in them are left out, as the generated classes do. */
function writeRecordedEvent(event: StoredEvent, structuredIds: boolean): void {
  const recorded = writer.length;
  if (event.data.length > 0) writer.bytes(8, event.data);
  if (event.metadata.length > 0) writer.bytes(7, event.metadata);
  // In ticks of 100 nanoseconds.
  writeProperty("created", `${event.created}0000`);
  writeProperty("content-type", event.contentType);
  writeProperty("type", event.type);
  writer.number(5, event.position);
  writer.number(4, event.position);
  if (event.revision > 0) writer.number(3, event.revision === DELETED ? DELETED_REVISION : event.revision);
  const stream = writer.length;
  writer.text(3, event.stream);
  writer.message(2, stream);
  if (structuredIds) writer.bytes(1, uuid(event.id, true).serializeBinary());
  else {
    const id = writer.length;
    writer.text(2, event.id);
    writer.message(1, id);
  }
  writer.message(1, recorded);
}

function writeProperty(name: string, value: string): void {
  const property = writer.length;
  writer.text(2, value);
  writer.text(1, name);
  writer.message(6, property);
}
