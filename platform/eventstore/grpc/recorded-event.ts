import type { AllStreamResolvedEvent, ResolvedEvent } from "@eventstore/db-client";
import { LogRefused, type RawEvent } from "../log-client.ts";

type Recorded = NonNullable<ResolvedEvent["event"] | AllStreamResolvedEvent["event"]>;

/** Converts an event of @eventstore/db-client. Throws `LogRefused` for a server that sends no positions. */
export function toRawEvent(event: Recorded): RawEvent {
  if (!event.position) {
    throw new LogRefused("The event store answers without positions; it needs version 23.10 or later");
  }
  return {
    id: event.id,
    stream: event.streamId,
    revision: event.revision,
    type: event.type,
    data: event.data,
    metadata: event.metadata,
    position: event.position,
    createdAt: event.created,
  };
}
