import type { ProjectionName } from "../events/projections.ts";
import { readModels } from "./read-models.ts";

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
  /** `past`: the former state of a `PastTables`, or of a comparison that is being made. */
  state: "building" | "live" | "retired" | "past";
  /**
   * The commit position of the last event that the generation has read. All events up to it are in the
   * documents. −1 before the first.
   */
  commit: bigint;
  prepare: bigint;
  /**
   * The id of the event at that position. It shows whether the documents belong to this event store.
   * Checkpoints of older versions have none until the next one.
   */
  eventId?: string | null;
  /**
   * The generation has reached the head of the event store at its start. Until then its tables are not
   * complete.
   */
  ready: boolean;
  /**
   * The projector has not found the generation's position in the event store yet. Until it finds it, the
   * documents can't be read.
   */
  held?: boolean;
  /**
   * The time when the read model was started again because the event store had been replaced. Tokens that
   * were issued before may belong to the former event store.
   */
  newLogAt?: Date | null;
  /** The head that the generation has to reach to be ready. */
  target: bigint;
  createdAt: Date;
  /** Set if the documents miss events, because the projection failed at them. */
  notUpToDate?: NotUpToDate | null;
  /**
   * The time when another generation took its place. Its collections are dropped 15 minutes later. Until then
   * a generation of another version stays live for the readers of the other build.
   */
  retiredAt: Date | null;
}

/** The events that a generation misses. See docs/decisions/0055-no-wrong-row-unmarked.md */
export interface NotUpToDate {
  /** The time of the first of these events. */
  since: Date;
  /** The number of these events. */
  events: number;
  /** The number of groups that are frozen because of them. */
  groups: number;
}

/** Whether the documents of a generation may be shown. */
export const isReadable = ({ ready, held = false }: Pick<ProjectionGeneration, "ready" | "held">): boolean =>
  ready && !held;

/** The part of the event store that a generation has read until it is ready, from 0 to 1. */
export function progressOf(generation: Pick<ProjectionGeneration, "commit" | "target" | "ready">): number {
  const { commit, target, ready } = generation;
  if (ready || target <= 0n) return ready ? 1 : 0;
  return Math.max(0, Math.min(1, Number((commit * 1000n) / target) / 1000));
}

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

/**
 * The collection of events that a generation skipped because its projection failed. They are removed with the
 * generation.
 */
export const deadLettersCollection = "projectionDeadLetters";

/** An event that a generation skipped. */
export interface DeadLetter {
  /** `{generation}@{commit}`. */
  _id: string;
  generation: string;
  projection: ProjectionName;
  /** Commit position, type and id of the event. */
  commit: bigint;
  event: string;
  eventId: string;
  /** The time of the event. Letters of older versions have none. */
  since?: Date;
  /** A sealed value of the event can't be opened, although its person's key exists. */
  damaged?: boolean;
  reason: string;
  /** The time when the projection failed. */
  at: Date;
}

/** The condition for the ids of all dead letters of a generation. An index leads to them. */
export const deadLettersOf = (generation: string) => ({
  _id: { $gte: `${generation}@`, $lt: `${generation}A` },
});

/** A dead letter in words. */
export const deadLetterText = ({ event, commit, reason }: Pick<DeadLetter, "event" | "commit" | "reason">) =>
  `${event} at ${commit} could not be folded (${reason})`;

/** The collection of requests from `npm run projections`. The active projector carries them out. */
export const requestsCollection = "projectionRequests";

/** A request of the command line, with its progress and outcome. */
export interface ProjectionRequest {
  _id: string;
  kind: "rebuild" | "verify";
  projections: ProjectionName[];
  state: "waiting" | "running" | "done" | "failed";
  /** The progress of each projection, from 0 to 1. */
  progress: { name: ProjectionName; fraction: number }[];
  /** The outcome of each projection, or the reason why it failed, in words. */
  messages: string[];
  requestedAt: Date;
  /** The day of a nightly `verify`. The projector itself has made the request and removes it. */
  nightlyOf?: string;
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
  /** The end of the log that it has read. */
  commit: bigint;
  messages: string[];
  /** The day for which the latest nightly one was made; `null` before the first. */
  nightlyOf: string | null;
}
