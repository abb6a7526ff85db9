import { withoutDeadline } from "../../deadline/deadline.ts";
import type { Logger } from "../../logging/logger.ts";
import type { LogCalls } from "../calls/log-calls.ts";
import type { Compaction, History, PlainEvent, StoredEvent } from "../event-store.ts";
import type { RawEvent } from "../log-client.ts";
import { wholeHistory } from "./compaction.ts";
import { type Past, readSnapshot, storeSnapshot } from "./snapshot.ts";

/** The events of the first page. A stream no longer than this needs no snapshot. */
const pageLength = 16;
/** The events between two snapshots. One page must still reach back to the last snapshot. */
const snapshotAfter = 12;
/** The page size if there is no snapshot. */
const catchUpLength = 1_000;
/** More events than the largest command has. */
const mostEventsOfCommand = 1_000;

/**
 * Reads streams for decisions at a cost that does not grow with their length. A short stream is read
 * completely, a long one from its snapshot. A read that finds an old snapshot stores the next one in the
 * background; if that fails, a later read does it.
 * @param decode decodes the events for a decision
 */
export function compactedReads(
  calls: Pick<LogCalls, "stream" | "append" | "limit">,
  decode: <E extends PlainEvent>(events: readonly RawEvent[]) => Promise<StoredEvent<E>[]>,
  isForged: (event: RawEvent) => boolean,
  logger: Logger,
) {
  /** The snapshots in progress, by stream. */
  const storing = new Map<string, Promise<unknown>>();
  const ownOf = (events: readonly RawEvent[]) => events.filter((event) => !isForged(event));
  const pageOf = async (...read: Parameters<LogCalls["stream"]>): Promise<readonly RawEvent[]> => {
    const found = await calls.stream(...read);
    return typeof found === "string" ? [] : found;
  };

  /**
   * The stream up to its snapshot, or up to just before the revision if the snapshot is too old. Snapshots
   * are stored on the way, so that a request without enough time leaves the next one a later start.
   */
  const pastUpTo = async <E extends PlainEvent>(revision: bigint, stream: string, rule: Compaction<E>) => {
    let past = await readSnapshot(calls, isForged, stream, rule.version);
    while (past.revision + 1n < revision) {
      const maxCount = Math.min(catchUpLength, Number(revision - past.revision - 1n));
      const page = await pageOf(stream, { fromRevision: past.revision + 1n, maxCount });
      const last = page.at(-1);
      if (!last) break;
      const all = grown(past, ownOf(page), last.revision);
      past = compacted(rule, all, await decode<E>(all.events));
      if (page.length === catchUpLength)
        past = { ...past, snapshotAt: await storeSnapshot(calls, logger, stream, rule.version, past) };
    }
    return past;
  };

  /** One snapshot of a stream at a time. */
  const storeInBackground = (stream: string, version: number, past: Past): void => {
    if (storing.has(stream)) return;
    const stored = withoutDeadline(() => storeSnapshot(calls, logger, stream, version, past));
    storing.set(
      stream,
      stored.finally(() => storing.delete(stream)),
    );
  };

  const eventsOf = async <E extends PlainEvent>(
    stream: string,
    commandId: string,
    { events, commands }: { events: StoredEvent<E>[]; commands: ReadonlyMap<string, bigint> },
  ): Promise<StoredEvent<E>[]> => {
    const first = commands.get(commandId);
    if (first === undefined) return [];
    const isOwn = ({ metadata }: StoredEvent) => metadata.commandId === commandId;
    if (isUnbroken(events, first)) return events.filter(isOwn);
    const page = await pageOf(stream, { fromRevision: first, maxCount: mostEventsOfCommand });
    return (await decode<E>(ownOf(page))).filter(isOwn);
  };

  return {
    /** The history of the stream. A missing stream has an empty history and the revision `no_stream`. */
    async read<E extends PlainEvent>(stream: string, rule: Compaction<E>): Promise<History<E>> {
      const page = (await pageOf(stream, { backwards: true, maxCount: pageLength })).toReversed();
      const [first, last] = [page[0], page.at(-1)];
      if (!first || !last)
        return wholeHistory({ events: [], revision: "no_stream", lastPosition: undefined });
      const end = { revision: last.revision, lastPosition: last.position };
      if (page.length < pageLength || first.revision === 0n)
        return wholeHistory({ events: await decode<E>(ownOf(page)), ...end });
      const past = await pastUpTo(first.revision, stream, rule);
      const since = page.filter(({ revision }) => revision > past.revision);
      const all = grown(past, ownOf(since), last.revision);
      const events = await decode<E>(all.events);
      if (since.length >= snapshotAfter)
        storeInBackground(stream, rule.version, compacted(rule, all, events));
      return {
        events,
        ...end,
        holds: (commandId) => all.commands.has(commandId),
        eventsOf: (commandId) => eventsOf(stream, commandId, { events, commands: all.commands }),
      };
    },
    /** Waits until all snapshots in progress are stored. */
    settled: async () => void (await Promise.all(storing.values())),
  };
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
