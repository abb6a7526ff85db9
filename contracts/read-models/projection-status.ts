import type { ProjectionName } from "../events/projections.ts";
import { readModels } from "./read-models.ts";

/** The collection of generations: one document for each, the registry of what is live (design §6). */
export const generationsCollection = "projections";

/**
 * A generation of a projection: `_id` is `name_vVersion_number` and the name of its collections (`collectionOf`).
 * Readers take, for a name, the `live` one of their own version with the greatest number (`liveGenerations`); there are two
 * only in the moment of a switch, or while a newer version is filled.
 */
export interface ProjectionGeneration {
  _id: string;
  name: ProjectionName;
  version: number;
  number: number;
  state: "building" | "live" | "retired";
  /** Commit position of the last event seen; everything up to it is in the documents. −1 before the first. */
  commit: bigint;
  prepare: bigint;
  /**
   * The id of the event at that position, by which it is told whether the documents belong to this log. What an older
   * version stored has none; it gets one with the next checkpoint.
   */
  eventId?: string | null;
  /** It has reached the head of the log seen when it was started; until then its tables are not complete. */
  ready: boolean;
  /** The head that it has to reach to be ready. */
  target: bigint;
  createdAt: Date;
  /** When it stopped being live; its collections are dropped 15 minutes later. */
  retiredAt: Date | null;
}

/** From 0 to 1: how much of the log a generation has read on its way to being ready. */
export function progressOf(generation: Pick<ProjectionGeneration, "commit" | "target" | "ready">): number {
  const { commit, target, ready } = generation;
  if (ready || target <= 0n) return ready ? 1 : 0;
  return Math.max(0, Math.min(1, Number((commit * 1000n) / target) / 1000));
}

/** Of several generations the one that readers use, by projection; one that is missing has not been started yet. */
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

/** The collection of events that a generation goes on without: its reducer failed at them. They go with the generation. */
export const deadLettersCollection = "projectionDeadLetters";

export interface DeadLetter {
  /** `{generation}@{commit}`. */
  _id: string;
  generation: string;
  projection: ProjectionName;
  /** Commit position, type and id of the event. */
  commit: bigint;
  event: string;
  eventId: string;
  reason: string;
  at: Date;
}

/** A dead letter in words. */
export const deadLetterText = ({ event, commit, reason }: Pick<DeadLetter, "event" | "commit" | "reason">) =>
  `${event} at ${commit} could not be folded (${reason})`;

/** The collection of requests by `npm run projections`, which the active projector carries out. */
export const requestsCollection = "projectionRequests";

export interface ProjectionRequest {
  _id: string;
  kind: "rebuild" | "verify";
  projections: ProjectionName[];
  state: "waiting" | "running" | "done" | "failed";
  /** How far each projection is, from 0 to 1. */
  progress: { name: ProjectionName; fraction: number }[];
  /** For people: the outcome of each projection, or why it failed. */
  messages: string[];
  requestedAt: Date;
}
