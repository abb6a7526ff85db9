import { snapshotEvents } from "@ornament/contracts/events/snapshot";
import type { z } from "zod";
import type { RawEvent } from "../log-client.ts";

/** The number of the newest commands in a snapshot, so that a repeated command is recognised. */
const commandsKept = 128;

/** The replacement for the beginning of a long stream. */
export interface Snapshot {
  readonly rule: number;
  /** The revision of the last event that the snapshot replaces. */
  readonly revision: bigint;
  readonly events: readonly RawEvent[];
  /** Command ids with the revision of their first event, oldest first. */
  readonly commands: ReadonlyMap<string, bigint>;
}

export const snapshotType = snapshotEvents.SnapshotTaken.type;
export const snapshotStream = (stream: string) => `snapshot-${stream}`;

type Written = z.output<typeof snapshotEvents.SnapshotTaken.schema>;

/** The stored data. Positions and revisions are text, because JSON has no 64-bit integers. */
export function writeSnapshot(stream: string, { rule, revision, events, commands }: Snapshot): Written {
  return {
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
  };
}

/** `undefined` for data that are not a snapshot of the stream; the stream is then read from its beginning. */
export function readSnapshot(stream: string, data: unknown): Snapshot | undefined {
  const parsed = snapshotEvents.SnapshotTaken.schema.safeParse(data);
  if (!parsed.success || parsed.data.stream !== stream) return undefined;
  const { rule, revision, events, commands } = parsed.data;
  return {
    rule,
    revision: BigInt(revision),
    events: events.map(({ commit, prepare, revision: at, createdAt, ...event }) => ({
      ...event,
      stream,
      data: event.data,
      metadata: event.metadata,
      revision: BigInt(at),
      position: { commit: BigInt(commit), prepare: BigInt(prepare) },
      createdAt: new Date(createdAt),
    })),
    commands: new Map(commands.map(([id, first]) => [id, BigInt(first)])),
  };
}
