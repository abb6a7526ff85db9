import { withoutDeadline } from "../../deadline/deadline.ts";
import type { Logger } from "../../logging/logger.ts";
import type { LogCalls } from "../calls/log-calls.ts";
import type { Compaction, History, PlainEvent, StoredEvent } from "../event-store.ts";
import type { RawEvent } from "../log-client.ts";
import { wholeHistory } from "./compaction.ts";
import { type Past, readSnapshot, storeSnapshot } from "./snapshot.ts";

/** The number of events in the first page. A stream no longer than this needs no snapshot. */
const pageLength = 16;
/** The number of events between two snapshots. One page must still reach back to the last snapshot. */
const snapshotAfter = 12;
/** The page size if there is no snapshot. */
const catchUpLength = 1_000;
/** More events than the largest command has. */
const mostEventsOfCommand = 1_000;

interface Parts {
  readonly calls: Pick<LogCalls, "stream" | "append" | "limit">;
  /** Decodes the events for a decision. */
  readonly decode: (events: readonly RawEvent[]) => Promise<StoredEvent[]>;
  readonly isForged: (event: RawEvent) => boolean;
  readonly logger: Logger;
}

/**
 * Reads streams for decisions at a cost that does not grow with their length. A short stream is read
 * completely, a long one from its snapshot. A read that finds an old snapshot stores the next one in the
 * background; if that fails, a later read does it.
 */
export class CompactedReads {
  readonly #parts: Parts;
  /** The snapshots in progress, by stream. */
  readonly #storing = new Map<string, Promise<unknown>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The history of the stream. A missing stream has an empty history and the revision `no_stream`. */
  async read<E extends PlainEvent>(stream: string, rule: Compaction<E>): Promise<History<E>> {
    const found = await this.#parts.calls.stream(stream, { backwards: true, maxCount: pageLength });
    const page = typeof found === "string" ? [] : found.toReversed();
    const [first, last] = [page[0], page.at(-1)];
    if (!first || !last) return wholeHistory({ events: [], revision: "no_stream", lastPosition: undefined });
    const end = { revision: last.revision, lastPosition: last.position };
    if (page.length < pageLength || first.revision === 0n)
      return wholeHistory({ events: await this.#decoded<E>(this.#own(page)), ...end });
    const past = await this.#pastUpTo(first.revision, stream, rule);
    const since = page.filter(({ revision }) => revision > past.revision);
    const all = grown(past, this.#own(since), last.revision);
    const events = await this.#decoded<E>(all.events);
    if (since.length >= snapshotAfter) this.#storeInBackground(stream, rule, compacted(rule, all, events));
    return {
      events,
      ...end,
      holds: (commandId) => all.commands.has(commandId),
      eventsOf: (commandId) => this.#eventsOf(stream, commandId, { events, commands: all.commands }),
    };
  }

  /** Waits until all snapshots in progress are stored. */
  async settled(): Promise<void> {
    await Promise.all(this.#storing.values());
  }

  /**
   * The stream up to its snapshot, or up to just before the revision if the snapshot is too old. Snapshots
   * are stored on the way, so that a request without enough time leaves the next one a later start.
   */
  async #pastUpTo<E extends PlainEvent>(
    revision: bigint,
    stream: string,
    rule: Compaction<E>,
  ): Promise<Past> {
    const { calls, isForged, logger } = this.#parts;
    let past = await readSnapshot(calls, isForged, stream, rule.version);
    while (past.revision + 1n < revision) {
      const maxCount = Math.min(catchUpLength, Number(revision - past.revision - 1n));
      const read = await calls.stream(stream, { fromRevision: past.revision + 1n, maxCount });
      const page = typeof read === "string" ? [] : read;
      const last = page.at(-1);
      if (!last) break;
      const all = grown(past, this.#own(page), last.revision);
      past = compacted(rule, all, await this.#decoded<E>(all.events));
      if (page.length === catchUpLength)
        past = { ...past, snapshotAt: await storeSnapshot(calls, logger, stream, rule.version, past) };
    }
    return past;
  }

  /** One snapshot of a stream at a time. */
  #storeInBackground<E extends PlainEvent>(stream: string, { version }: Compaction<E>, past: Past): void {
    if (this.#storing.has(stream)) return;
    const { calls, logger } = this.#parts;
    const storing = withoutDeadline(() => storeSnapshot(calls, logger, stream, version, past));
    this.#storing.set(
      stream,
      storing.finally(() => this.#storing.delete(stream)),
    );
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
    const range = { fromRevision: first, maxCount: mostEventsOfCommand };
    const raw = await this.#parts.calls.stream(stream, range);
    return (await this.#decoded<E>(this.#own(typeof raw === "string" ? [] : raw))).filter(isOwn);
  }

  #own(events: readonly RawEvent[]): RawEvent[] {
    return events.filter((event) => !this.#parts.isForged(event));
  }

  #decoded<E extends PlainEvent>(own: readonly RawEvent[]): Promise<StoredEvent<E>[]> {
    return this.#parts.decode(own) as Promise<StoredEvent<E>[]>;
  }
}

/** The past with the stream's next events, up to the revision. */
function grown(past: Past, next: readonly RawEvent[], revision: bigint): Past {
  const commands = new Map(past.commands);
  for (const event of next) {
    const commandId = (event.metadata as { commandId?: string } | undefined)?.commandId;
    if (commandId !== undefined && !commands.has(commandId)) commands.set(commandId, event.revision);
  }
  return { ...past, revision, events: [...past.events, ...next], commands };
}

/** The past without the events that the rule drops. @param events the decoded events of the past */
function compacted<E extends PlainEvent>(
  rule: Compaction<E>,
  past: Past,
  events: readonly StoredEvent<E>[],
): Past {
  const kept = new Set(rule.keep(events).map(({ revision }) => revision));
  return { ...past, events: past.events.filter(({ revision }) => kept.has(revision)) };
}

/** Whether the events include every event from this revision on. */
function isUnbroken(events: readonly StoredEvent[], from: bigint): boolean {
  const last = events.at(-1)?.revision;
  if (last === undefined) return false;
  return BigInt(events.filter(({ revision }) => revision >= from).length) === last - from + 1n;
}
