import type { History, Loaded, PlainEvent, StoredEvent } from "../event-store.ts";

/** Of a stream that was read completely. */
export function wholeHistory<E extends PlainEvent>(loaded: Loaded<E>): History<E> {
  const { events } = loaded;
  return {
    ...loaded,
    holds: (commandId) => events.some(({ metadata }) => metadata.commandId === commandId),
    eventsOf: async (commandId) => events.filter(({ metadata }) => metadata.commandId === commandId),
  };
}

/** Keeps the newest event of each key, for facts such as a name, and all events without a key. */
export function newestOfEach<E extends PlainEvent>(
  events: readonly StoredEvent<E>[],
  keyOf: (event: StoredEvent<E>) => string | undefined,
): StoredEvent<E>[] {
  const newest = new Map<string, StoredEvent<E>>();
  for (const event of events) {
    const key = keyOf(event);
    if (key !== undefined) newest.set(key, event);
  }
  return events.filter((event) => {
    const key = keyOf(event);
    return key === undefined || newest.get(key) === event;
  });
}
