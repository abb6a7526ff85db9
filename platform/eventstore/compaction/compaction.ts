import type { Loaded, PlainEvent, StoredEvent } from "../event-store.ts";

/**
 * Which events of a stream still count for its next decision. Folding the kept ones must give a state that decides like
 * that of the whole stream, so that a long stream can be read from a snapshot.
 */
export interface Compaction<E extends PlainEvent> {
  /** To be raised when the rule keeps other events than before: snapshots of an older rule are not used. */
  readonly version: number;
  /** The events that still count, in their order. Pure. */
  keep(events: readonly StoredEvent<E>[]): readonly StoredEvent<E>[];
}

/** A stream as its next decision needs it: of a long one the events that still count, and the newest. */
export interface History<E extends PlainEvent = PlainEvent> extends Loaded<E> {
  /** Whether one of the stream's latest commands was this one. */
  holds(commandId: string): boolean;
  /** The events that the command has put into the stream, read again where they count no more. */
  eventsOf(commandId: string): Promise<StoredEvent<E>[]>;
}

/** The history of a stream that was read from its first event to its last. */
export function wholeHistory<E extends PlainEvent>(loaded: Loaded<E>): History<E> {
  const eventsOf = (commandId: string) =>
    loaded.events.filter(({ metadata }) => metadata.commandId === commandId);
  return {
    ...loaded,
    holds: (commandId) => eventsOf(commandId).length > 0,
    eventsOf: async (commandId) => eventsOf(commandId),
  };
}

/**
 * Keeps the newest event of each key, and every event without one. For facts of which only the latest counts, such as a
 * name.
 */
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
