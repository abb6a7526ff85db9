import type { Compaction, PlainEvent, StoredEvent } from "../event-store.ts";
import type { RawEvent } from "../log-client.ts";

/** An event as it is stored, with its decoded form. */
export interface Entry<E extends PlainEvent> {
  readonly raw: RawEvent;
  readonly event: StoredEvent<E>;
}

/** A stream up to a revision: the events that still count, and its latest commands. */
export interface Past<E extends PlainEvent> {
  /** -1 before the first event. */
  readonly revision: bigint;
  readonly entries: readonly Entry<E>[];
  /** Command ids with the revision of their first event. */
  readonly commands: ReadonlyMap<string, bigint>;
  /** The revision of the snapshot stream, for storing the next snapshot. */
  readonly snapshotAt: bigint | "no_stream";
}

/** The past without the events that the rule drops. */
export function compacted<E extends PlainEvent>(compaction: Compaction<E>, past: Past<E>): Past<E> {
  const kept = new Set(compaction.keep(past.entries.map(({ event }) => event)));
  return { ...past, entries: past.entries.filter(({ event }) => kept.has(event)) };
}

/** The commands of the events, each with the revision of its first event. */
export function commandsOf(entries: readonly Entry<PlainEvent>[]): Map<string, bigint> {
  const commands = new Map<string, bigint>();
  for (const { event } of entries) {
    const { commandId } = event.metadata;
    if (commandId !== undefined && !commands.has(commandId)) commands.set(commandId, event.revision);
  }
  return commands;
}
