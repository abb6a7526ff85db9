import type { Logger } from "../logging/logger.ts";
import type { EventCodec } from "./codec.ts";
import type { Compaction, History } from "./compaction.ts";
import { metadataOf } from "./event-metadata.ts";
import { ConflictError, type PlainEvent, type StoredEvent } from "./event-store.ts";
import type { RawEvent, RawNewEvent } from "./log-client.ts";
import type { ResilientReads } from "./resilient-reads.ts";
import { readSnapshot, type Snapshot, snapshotStream, snapshotType, writeSnapshot } from "./snapshot.ts";
import { leaveTurns } from "./turns.ts";

/** Events read at once. A stream that is no longer than this needs no snapshot. */
const pageLength = 64;
/** So many events after a snapshot the next one is taken: few enough that one page still reaches back to it. */
const snapshotAfter = 48;
/** More events than this that still count are no shorter to read in one piece. */
const mostKept = 500;
/** More than the events of the largest command. */
const mostEventsOfCommand = 1_000;

interface Parts {
  reads: ResilientReads;
  codec: EventCodec;
  append: (stream: string, expected: bigint | "no_stream", event: RawNewEvent) => Promise<unknown>;
  keepOne: (stream: string) => Promise<void>;
  newId: () => string;
  logger: Logger;
}

/** What was read of a stream, with what was found of its snapshot. */
interface Found {
  /** Oldest first: the snapshot's events, then those after it; or the whole stream. */
  readonly raw: readonly RawEvent[];
  readonly snapshot: Snapshot | undefined;
  /** Where the snapshot stream is, for the next one. */
  readonly snapshotAt: bigint | "no_stream";
  /** Events read that stand in no snapshot. */
  readonly since: readonly RawEvent[];
}

/**
 * Reads streams for decisions at a cost that does not grow with their past: a short one whole, a long one from its
 * snapshot. A read that finds the newest snapshot too old takes the next one, beside the request; one that can't be
 * stored is taken at a later read.
 */
export class CompactedReads {
  readonly #parts: Parts;
  readonly #writing = new Map<string, Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The stream's history; a missing stream is an empty one at `no_stream`. */
  async read<E extends PlainEvent>(stream: string, compaction: Compaction<E>): Promise<History<E>> {
    const newest = await this.#parts.reads.stream(stream, { backwards: true, maxCount: pageLength });
    if (newest === "missing" || newest === "erased") return emptyHistory();
    const page = newest.toReversed();
    const last = page.at(-1);
    if (!last) return emptyHistory();
    const isWhole = newest.length < pageLength || page[0]?.revision === 0n;
    const found = isWhole
      ? { raw: page, snapshot: undefined, snapshotAt: "no_stream" as const, since: page }
      : await this.#readFromSnapshot(stream, compaction.version, page);
    const events: StoredEvent<E>[] = [];
    for (const [index, event] of found.raw.entries()) {
      events.push((await this.#parts.codec.decode(event)) as StoredEvent<E>);
      await leaveTurns(index);
    }
    const commands = new Map([...(found.snapshot?.commands ?? []), ...commandsOf(events, found)]);
    if (!isWhole && found.since.length >= snapshotAfter)
      this.#write(stream, compaction, { found, events, commands, revision: last.revision });
    return {
      events,
      revision: last.revision,
      lastPosition: last.position,
      holds: (commandId) => commands.has(commandId),
      eventsOf: (commandId) => this.#eventsOf(stream, commandId, { events, commands }),
    };
  }

  /** Waits for the snapshots that are being stored. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  async #readFromSnapshot(stream: string, rule: number, page: readonly RawEvent[]): Promise<Found> {
    const { reads } = this.#parts;
    const stored = await reads.stream(snapshotStream(stream), { backwards: true, maxCount: 1 });
    const [event] = typeof stored === "string" ? [] : stored;
    const read = event && readSnapshot(stream, event.data);
    const snapshot = read?.rule === rule ? read : undefined;
    const from = (snapshot?.revision ?? -1n) + 1n;
    const reachesBack = (page[0]?.revision ?? 0n) <= from;
    const since = reachesBack
      ? page.filter(({ revision }) => revision >= from)
      : await this.#readForwards(stream, from);
    return {
      raw: [...(snapshot?.events ?? []), ...since],
      snapshot,
      snapshotAt: event?.revision ?? "no_stream",
      since,
    };
  }

  async #readForwards(stream: string, fromRevision: bigint): Promise<readonly RawEvent[]> {
    const events = await this.#parts.reads.stream(stream, { fromRevision });
    return typeof events === "string" ? [] : events;
  }

  async #eventsOf<E extends PlainEvent>(
    stream: string,
    commandId: string,
    { events, commands }: { events: StoredEvent<E>[]; commands: ReadonlyMap<string, bigint> },
  ): Promise<StoredEvent<E>[]> {
    const first = commands.get(commandId);
    if (first === undefined) return [];
    const isOwn = ({ metadata }: StoredEvent) => metadata.commandId === commandId;
    if (isUnbroken(events, first)) return events.filter(isOwn);
    const raw = await this.#parts.reads.stream(stream, {
      fromRevision: first,
      maxCount: mostEventsOfCommand,
    });
    if (typeof raw === "string") return [];
    const read: StoredEvent<E>[] = [];
    for (const event of raw) {
      const decoded = (await this.#parts.codec.decode(event)) as StoredEvent<E>;
      if (!isOwn(decoded)) break;
      read.push(decoded);
    }
    return read;
  }

  #write<E extends PlainEvent>(
    stream: string,
    compaction: Compaction<E>,
    taken: {
      found: Found;
      events: readonly StoredEvent<E>[];
      commands: ReadonlyMap<string, bigint>;
      revision: bigint;
    },
  ): void {
    if (this.#writing.has(stream)) return;
    const { found, events, commands, revision } = taken;
    const kept = new Set(compaction.keep(events).map(({ id }) => id));
    if (kept.size > mostKept) return;
    const snapshot: Snapshot = {
      rule: compaction.version,
      revision,
      events: found.raw.filter(({ id }) => kept.has(id)),
      commands,
    };
    const writing = this.#append(stream, found.snapshotAt, snapshot).finally(() =>
      this.#writing.delete(stream),
    );
    this.#writing.set(stream, writing);
  }

  async #append(stream: string, expected: bigint | "no_stream", snapshot: Snapshot): Promise<void> {
    const { append, keepOne, newId, logger } = this.#parts;
    const name = snapshotStream(stream);
    try {
      if (expected === "no_stream") await keepOne(name);
      await append(name, expected, {
        id: newId(),
        type: snapshotType,
        data: writeSnapshot(stream, snapshot),
        metadata: { ...metadataOf({ correlationId: stream, actor: { kind: "system" } }) },
      });
    } catch (error) {
      // Somebody else was faster, or the store is away: the stream can be read all the same.
      if (!(error instanceof ConflictError))
        logger.debug({ err: error, stream }, "A snapshot was not stored");
    }
  }
}

/** The commands of events that no snapshot knows yet, each with its first revision. */
function commandsOf(events: readonly StoredEvent[], { snapshot }: Found): Map<string, bigint> {
  const commands = new Map<string, bigint>();
  for (const { metadata, revision } of events) {
    if (snapshot && revision <= snapshot.revision) continue;
    const { commandId } = metadata;
    if (commandId !== undefined && !commands.has(commandId)) commands.set(commandId, revision);
  }
  return commands;
}

/** Whether no event from this revision on is left out. */
function isUnbroken(events: readonly StoredEvent[], from: bigint): boolean {
  const last = events.at(-1)?.revision;
  if (last === undefined) return false;
  return BigInt(events.filter(({ revision }) => revision >= from).length) === last - from + 1n;
}

const emptyHistory = <E extends PlainEvent>(): History<E> => ({
  events: [],
  revision: "no_stream",
  lastPosition: undefined,
  holds: () => false,
  eventsOf: async () => [],
});
