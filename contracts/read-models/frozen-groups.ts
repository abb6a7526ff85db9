import type { ProjectionName } from "../events/projections.ts";

/**
 * The collection of groups that miss an event, because their projection failed at it. See
 * docs/decisions/0055-no-wrong-row-unmarked.md
 */
export const frozenGroupsCollection = "projectionFrozenGroups";

/** A group of a generation that keeps its state from before an event. It is removed with the generation. */
export interface FrozenGroupDocument {
  /** `frozenGroupId`. */
  _id: string;
  generation: string;
  projection: ProjectionName;
  /** The part of the read model, and the `_id` of the document there. */
  part: string;
  id: string | number;
  /** Commit position, type and time of the first event that the group misses. */
  commit: bigint;
  event: string;
  since: Date;
  /** The group had no document then, so a row may be missing. */
  isMissing: boolean;
}

export const frozenGroupId = (generation: string, part: string, id: string | number) =>
  `${generation}/${part}/${id}`;

/** The condition for the ids of all frozen groups of a generation. An index leads to them. */
export const frozenGroupsOf = (generation: string) => ({
  _id: { $gte: `${generation}/`, $lt: `${generation}0` },
});
