import type { StoredEvent } from "@ornament/platform/eventstore/event-store";

/** Whether the event carries no valid proof that this product wrote it, although it must. */
export const isForged = (event: StoredEvent): boolean => "forged" in event && event.forged === true;
