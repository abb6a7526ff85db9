import type { ProjectionName } from "../projections/names.ts";
import { readModels } from "../read-models.ts";

/** The collection with a document for each generation. See docs/decisions/0008-read-model-generations.md */
export const generationsCollection = "projections";

/**
 * A generation of a projection. `_id` is `name_vVersion_number` and names its collections (`collectionOf`).
 * Readers use the `live` generation of their version with the highest number (`liveGenerations`). Two are
 * live only during a switch or while a newer version is being built.
 */
export interface ProjectionGeneration {
  _id: string;
  name: ProjectionName;
  version: number;
  number: number;
  state: "building" | "live" | "retired" | "past";
  /** The position of the last event that the generation has read; −1 before the first. */
  commit: bigint;
  prepare: bigint;
  /** The id of the event there shows whether it is the same event store. Old checkpoints have none. */
  eventId?: string | null;
  /** It has reached the head of its start, or has stopped. Until then its tables are not complete. */
  ready: boolean;
  /** Its position was not found in the event store yet. Until then the documents can't be read. */
  held?: boolean;
  /** The time of a new beginning because the event store was replaced. Older tokens may belong to the former one. */
  newLogAt?: Date | null;
  /** The head that the generation has to reach to be ready. */
  target: bigint;
  createdAt: Date;
  /** The event before which the generation stopped: this build can't fold it. The documents have no later one. */
  stopped?: StoppedAt | null;
  /** A former build has left out events that it could not fold. The generation is filled again. */
  notUpToDate?: object | null;
  /** When another generation took its place. It ends 15 minutes later, for the readers of the other build. */
  retiredAt: Date | null;
}

/** An event that a projection can't fold, with the reason in words. */
export interface StoppedAt {
  commit: bigint;
  event: string;
  /** The time of the event: since then the documents are not up to date. */
  since: Date;
  reason: string;
}

export const stoppedText = ({ event, commit, reason }: StoppedAt) =>
  `${event} at ${commit} can't be folded (${reason})`;

/** Whether the documents of a generation may be shown. */
export const isReadable = ({
  ready,
  held = false,
  notUpToDate,
}: Pick<ProjectionGeneration, "ready" | "held" | "notUpToDate">): boolean => ready && !held && !notUpToDate;

/** The part of the event store that a generation has read until it is ready, from 0 to 1. */
export function progressOf(generation: Pick<ProjectionGeneration, "commit" | "target" | "ready">): number {
  const { commit, target, ready } = generation;
  if (ready || target <= 0n) return ready ? 1 : 0;
  return partRead(commit, target);
}

/** The part of the log up to `end` that is read at a position, from 0 to 1; 1 for an empty log. */
export const partRead = (commit: bigint, end = 0n): number =>
  end <= 0n ? 1 : Math.max(0, Math.min(1, Number((commit * 1000n) / end) / 1000));

/** The generation that readers use, for each projection. A projection without one was never started. */
export function liveGenerations(
  generations: readonly ProjectionGeneration[],
): Map<ProjectionName, ProjectionGeneration> {
  const live = new Map<ProjectionName, ProjectionGeneration>();
  for (const generation of generations) {
    const known = live.get(generation.name);
    const readable =
      generation.state === "live" && generation.version === readModels[generation.name]?.version;
    if (readable && generation.number > (known?.number ?? 0)) live.set(generation.name, generation);
  }
  return live;
}

/** The collection with the latest measurement of the lag. */
export const lagCollection = "projectionLag";

/** The lag of the live generations, which the active projector measures. `_id` is always `last`. */
export interface MeasuredLag {
  _id: "last";
  at: Date;
  models: {
    generation: string;
    /** The events of the log that the generation hasn't read; `isMore` if there are more. */
    events: number;
    isMore: boolean;
    /** The time of the oldest of them. */
    since: Date | null;
  }[];
}

/** The collection with the outcome of the latest `verify` of all read models. */
export const verificationsCollection = "projectionVerifications";

/** The outcome of a `verify` of all read models. `_id` is always `last`. */
export interface Verification {
  _id: "last";
  at: Date;
  passed: boolean;
  commit: bigint;
  messages: string[];
  /** The day for which the latest nightly one was made; `null` before the first. */
  nightlyOf: string | null;
}

/**
 * The comment of the write that stores a checkpoint after an event that erases a person's data. From then on
 * no document of the generation has the data, and the embedded document store removes them from its files.
 * MongoDB shows the comment in its log only.
 */
export const erasureComment = "a person's data were erased";
