import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { ProjectedEvent } from "../projections/projection.ts";

/** The event, if this build knows its type and its data have the shape of their version. */
export const readableOf = (event: StoredEvent): ProjectedEvent | undefined =>
  event.unreadable === undefined && event.invalid === undefined ? (event as ProjectedEvent) : undefined;
