import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  contentOf,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";

export type Generations = ReadonlyMap<ProjectionName, ProjectionGeneration>;

/** What some read models hold, by names. The same name stands for the same documents. */
export type Contents = ReadonlyMap<ProjectionName, string>;

/** What was seen of the registry. Requests share it while nothing moves. */
export interface Look {
  readonly generations: Generations;
  /** Of all read models. */
  readonly contents: Contents;
}

export function lookAt(documents: readonly ProjectionGeneration[]): Look {
  const generations = liveGenerations(documents);
  const contents = new Map([...generations].map(([name, generation]) => [name, contentOf(generation)]));
  return { generations, contents };
}

/** Whether the look shows the same contents. */
export const shows = ({ contents }: Look, expected: Contents): boolean =>
  [...expected].every(([name, content]) => contents.get(name) === content);

/** The read models whose content differs between two looks. */
export const changedBetween = (earlier: Look, later: Look): ReadonlySet<ProjectionName> =>
  new Set(
    [...later.contents.keys()].filter((name) => earlier.contents.get(name) !== later.contents.get(name)),
  );

/** A generation of a store that was emptied and filled again can have the id of an earlier one. */
const isSame = (one: ProjectionGeneration, other: ProjectionGeneration | undefined): boolean =>
  one._id === other?._id && one.createdAt.getTime() === other.createdAt.getTime();

/**
 * Whether what was read from the earlier look's generations while the later look was made is what the later one leads to: the same
 * generations are live, and none has gone back, as it does when the store is restored from a backup.
 */
export function goesOn(earlier: Look, later: Look): boolean {
  if (earlier === later) return true;
  const before = [...earlier.generations];
  return (
    before.length === later.generations.size &&
    before.every(([name, generation]) => {
      const now = later.generations.get(name);
      return isSame(generation, now) && generation.commit <= (now?.commit ?? -1n);
    })
  );
}
