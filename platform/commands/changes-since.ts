import type { PlainEvent, StoredEvent } from "../eventstore/event-store.ts";

/**
 * The events after the version (the commit position of the newest event) that a caller has read, without those
 * of the command itself. Without a version nothing counts as changed.
 */
export function changesSince<Event extends PlainEvent>(
  events: readonly StoredEvent<Event>[],
  version: string | undefined,
  commandId: string,
): StoredEvent<Event>[] {
  if (version === undefined) return [];
  const read = BigInt(version);
  return events.filter(
    ({ position, metadata }) => position.commit > read && metadata.commandId !== commandId,
  );
}
