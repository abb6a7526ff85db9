import type { EventCodec } from "../encryption/codec.ts";
import type { Compaction, History, PlainEvent, StoredEvent } from "../event-store.ts";
import type { RawEvent } from "../log-client.ts";
import type { ResilientReads } from "../reads/resilient-reads.ts";
import { wholeHistory } from "./compaction.ts";
import { commandsOf, compacted, type Entry, type Past } from "./past.ts";
import { readSnapshot, snapshotStream } from "./snapshot.ts";
import { type SnapshotWriteParts, SnapshotWrites } from "./snapshot-writes.ts";

/** The number of events in the first page. A stream no longer than this needs no snapshot. */
const pageLength = 16;
/** The number of events between two snapshots. One page must still reach back to the last snapshot. */
const snapshotAfter = 12;
/** The page size if there is no snapshot. */
const catchUpLength = 1_000;
/** More events than the largest command has. */
const mostEventsOfCommand = 1_000;

interface Parts extends SnapshotWriteParts {
  reads: ResilientReads;
  codec: EventCodec;
  isForged: (event: RawEvent) => boolean;
}

/**
 * Reads streams for decisions at a cost that does not grow with their length. A short stream is read
 * completely, a long one from its snapshot. A read that finds an old snapshot stores the next one in the
 * background; if that fails, a later read does it.
 */
export class CompactedReads {
  readonly #parts: Parts;
  readonly #snapshots: SnapshotWrites;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#snapshots = new SnapshotWrites(parts);
  }

  /** The history of the stream. A missing stream has an empty history and the revision `no_stream`. */
  async read<E extends PlainEvent>(stream: string, compaction: Compaction<E>): Promise<History<E>> {
    const found = await this.#parts.reads.stream(stream, { backwards: true, maxCount: pageLength });
    const page = typeof found === "string" ? [] : found.toReversed();
    const [first, last] = [page[0], page.at(-1)];
    if (!first || !last) return wholeHistory({ events: [], revision: "no_stream", lastPosition: undefined });
    if (page.length < pageLength || first.revision === 0n) {
      const events = (await this.#decoded<E>(page)).map(({ event }) => event);
      return wholeHistory({ events, revision: last.revision, lastPosition: last.position });
    }
    const past = await this.#pastUpTo(first.revision, stream, compaction);
    const rawSince = page.filter(({ revision }) => revision > past.revision);
    const since = await this.#decoded<E>(rawSince);
    const entries = [...past.entries, ...since];
    const commands = new Map([...past.commands, ...commandsOf(since)]);
    if (rawSince.length >= snapshotAfter)
      this.#snapshots.writeInBackground(stream, compaction, {
        ...past,
        entries,
        commands,
        revision: last.revision,
      });
    const events = entries.map(({ event }) => event);
    return {
      events,
      revision: last.revision,
      lastPosition: last.position,
      holds: (commandId) => commands.has(commandId),
      eventsOf: (commandId) => this.#eventsOf(stream, commandId, { events, commands }),
    };
  }

  /** Waits until all snapshots in progress are stored. */
  async settled(): Promise<void> {
    await this.#snapshots.settled();
  }

  /**
   * The stream up to its snapshot, or up to just before the revision if the snapshot is too old. Snapshots
   * are stored on the way, so that a request without enough time leaves the next one a later start.
   */
  async #pastUpTo<E extends PlainEvent>(
    revision: bigint,
    stream: string,
    compaction: Compaction<E>,
  ): Promise<Past<E>> {
    let past = await this.#snapshotOf(stream, compaction);
    while (past.revision + 1n < revision) {
      const read = await this.#parts.reads.stream(stream, {
        fromRevision: past.revision + 1n,
        maxCount: Math.min(catchUpLength, Number(revision - past.revision - 1n)),
      });
      const page = typeof read === "string" ? [] : read;
      const last = page.at(-1);
      if (!last) break;
      const next = await this.#decoded<E>(page);
      past = compacted(compaction, {
        ...past,
        revision: last.revision,
        entries: [...past.entries, ...next],
        commands: new Map([...past.commands, ...commandsOf(next)]),
      });
      if (page.length === catchUpLength)
        past = { ...past, snapshotAt: await this.#snapshots.write(stream, compaction, past) };
    }
    return past;
  }

  async #snapshotOf<E extends PlainEvent>(stream: string, { version }: Compaction<E>): Promise<Past<E>> {
    const stored = await this.#parts.reads.stream(snapshotStream(stream), { backwards: true, maxCount: 1 });
    const [event] = typeof stored === "string" ? [] : stored;
    const snapshot = event && !this.#parts.isForged(event) ? readSnapshot(stream, event.data) : undefined;
    const snapshotAt = event?.revision ?? "no_stream";
    if (snapshot?.rule !== version) return { revision: -1n, entries: [], commands: new Map(), snapshotAt };
    const { revision, commands } = snapshot;
    return { revision, commands, snapshotAt, entries: await this.#decoded(snapshot.events) };
  }

  async #decoded<E extends PlainEvent>(raw: readonly RawEvent[]): Promise<Entry<E>[]> {
    const own = raw.filter((event) => !this.#parts.isForged(event));
    const events = (await this.#parts.codec.decodeForDecision(own)) as StoredEvent<E>[];
    return events.map((event, index) => ({ raw: own[index] as RawEvent, event }));
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
    const read = await this.#decoded<E>(typeof raw === "string" ? [] : raw);
    return read.map(({ event }) => event).filter(isOwn);
  }
}

/** Whether the events include every event from this revision on. */
function isUnbroken(events: readonly StoredEvent[], from: bigint): boolean {
  const last = events.at(-1)?.revision;
  if (last === undefined) return false;
  return BigInt(events.filter(({ revision }) => revision >= from).length) === last - from + 1n;
}
