import { snapshotEvents } from "@ornament/contracts/events/snapshot";
import type { z } from "zod";
import type { Logger } from "../../logging/logger.ts";
import type { LogCalls } from "../calls/log-calls.ts";
import { ownEvent } from "../event-metadata.ts";
import type { RawEvent } from "../log-client.ts";
import { ConflictError } from "../store-errors.ts";

/** The newest ones, so that a repeated command is recognised. */
const commandsKept = 128;
/** The largest number of events in a snapshot: a larger one would not be faster to read. */
const mostKept = 500;

/** The beginning of a stream: the events that still count, and its latest commands. */
export interface Past {
  /** The revision of its last event; -1 before the first event. */
  readonly revision: bigint;
  readonly events: readonly RawEvent[];
  /** Command ids with the revision of their first event, oldest first. */
  readonly commands: ReadonlyMap<string, bigint>;
  /** Of the snapshot stream, for the next snapshot. */
  readonly snapshotAt: bigint | "no_stream";
}

export const snapshotStream = (stream: string) => `snapshot-${stream}`;

const { schema } = snapshotEvents.SnapshotTaken;
const type = snapshotEvents.SnapshotTaken.type;

/**
 * The past that the stream's snapshot holds. It is empty without a snapshot of this rule, so that the stream is
 * read from its beginning.
 */
export async function readSnapshot(
  calls: Pick<LogCalls, "stream">,
  isForged: (event: RawEvent) => boolean,
  stream: string,
  rule: number,
): Promise<Past> {
  const stored = await calls.stream(snapshotStream(stream), { backwards: true, maxCount: 1 });
  const [event] = typeof stored === "string" ? [] : stored;
  const snapshotAt = event?.revision ?? "no_stream";
  const { data } = schema.safeParse(event && !isForged(event) ? event.data : undefined);
  if (data?.stream !== stream || data.rule !== rule)
    return { revision: -1n, events: [], commands: new Map(), snapshotAt };
  return {
    revision: BigInt(data.revision),
    events: data.events.map(({ commit, prepare, revision, createdAt, ...kept }) => ({
      ...kept,
      stream,
      data: kept.data,
      metadata: kept.metadata,
      revision: BigInt(revision),
      position: { commit: BigInt(commit), prepare: BigInt(prepare) },
      createdAt: new Date(createdAt),
    })),
    commands: new Map(data.commands.map(([id, first]) => [id, BigInt(first)])),
    snapshotAt,
  };
}

/**
 * Stores the past as the stream's snapshot. A failure goes only to the program log: the stream can be read
 * without the snapshot. Returns the new revision of the snapshot stream.
 */
export async function storeSnapshot(
  calls: Pick<LogCalls, "append" | "limit">,
  logger: Logger,
  stream: string,
  rule: number,
  past: Past,
): Promise<Past["snapshotAt"]> {
  const { events, snapshotAt } = past;
  if (events.length > mostKept) return snapshotAt;
  const name = snapshotStream(stream);
  try {
    if (snapshotAt === "no_stream") await calls.limit(name, { maxCount: 1 });
    const taken = ownEvent(stream, { type, data: written(stream, rule, past) });
    return (await calls.append(name, snapshotAt, [taken])).revision;
  } catch (error) {
    // After a conflict another process has stored a snapshot.
    if (!(error instanceof ConflictError)) logger.debug({ err: error, stream }, "A snapshot was not stored");
    return snapshotAt;
  }
}

/** Positions and revisions are text, because JSON has no 64-bit integers. */
const written = (
  stream: string,
  rule: number,
  { revision, events, commands }: Past,
): z.output<typeof schema> => ({
  stream,
  rule,
  revision: String(revision),
  events: events.map(({ id, revision: at, type, data, metadata, position, createdAt }) => ({
    id,
    revision: String(at),
    type,
    data,
    metadata,
    commit: String(position.commit),
    prepare: String(position.prepare),
    createdAt: createdAt.toISOString(),
  })),
  commands: [...commands].slice(-commandsKept).map(([id, first]) => [id, String(first)]),
});
