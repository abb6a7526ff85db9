import { type ForgedEventFound, forgedEventFound } from "@ornament/contracts/events/authenticity";
import type { PlainEvent, StoredEvent } from "../event-store.ts";
import type { RawEvent } from "../log-client.ts";

/** A type or stream of another program can be of any length. */
const longest = 200;

/** What a read gives in place of a forged event. */
export const forgedEventFoundAt = (event: RawEvent): StoredEvent<ForgedEventFound> => ({
  ...event,
  type: forgedEventFound.type,
  data: {
    type: event.type.slice(0, longest),
    stream: event.stream.slice(0, longest),
    revision: Number(event.revision),
  },
  metadata: { $correlationId: "", actor: { kind: "system" }, schemaVersion: 1 },
});

export const isForgedEventFound = (event: PlainEvent): event is ForgedEventFound =>
  event.type === forgedEventFound.type;
