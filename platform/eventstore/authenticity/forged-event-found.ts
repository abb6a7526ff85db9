import { type ForgedEventFound, forgedEventFound } from "@ornament/contracts/events/authenticity";
import type { PlainEvent, StoredEvent } from "../event-store.ts";
import type { RawEvent } from "../log-client.ts";

/** A type or stream of another program can be of any length. */
const longest = 200;

/** The event that a read gives in place of a forged one. */
export const forgedEventFoundAt = ({
  id,
  type,
  stream,
  revision,
  position,
  createdAt,
}: RawEvent): StoredEvent<ForgedEventFound> => ({
  type: forgedEventFound.type,
  data: { type: type.slice(0, longest), stream: stream.slice(0, longest), revision: Number(revision) },
  id,
  stream,
  revision,
  position,
  createdAt,
  metadata: { $correlationId: "", actor: { kind: "system" }, schemaVersion: 1 },
});

export const isForgedEventFound = (event: PlainEvent): event is ForgedEventFound =>
  event.type === forgedEventFound.type;
