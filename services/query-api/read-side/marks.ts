import {
  type FrozenGroupDocument,
  frozenGroupId,
  frozenGroupsCollection,
} from "@ornament/contracts/read-models/frozen-groups";
import type { Db } from "mongodb";
import type { Generations } from "./registry.ts";

type Id = string | number;

/** The time since which a document is not up to date, for each such document of a read. */
export type Marks<I extends Id = Id> = ReadonlyMap<I, Date>;

/**
 * The marks of documents by their ids in one part of a read model. Only a generation that has frozen groups
 * costs a query. See docs/decisions/0055-no-wrong-row-unmarked.md
 */
export async function marksOf<I extends Id>(
  database: Db,
  generation: { _id: string; notUpToDate?: { groups: number } | null },
  ids: readonly I[],
  part: string,
): Promise<Marks<I>> {
  if ((generation.notUpToDate?.groups ?? 0) === 0 || ids.length === 0) return new Map();
  const wanted = [...new Set(ids)].map((id) => frozenGroupId(generation._id, part, id));
  const found = await database
    .collection<FrozenGroupDocument>(frozenGroupsCollection)
    .find({ _id: { $in: wanted } })
    .toArray();
  return new Map(found.map(({ id, since }) => [id as I, since]));
}

/** The time since which the first of the named read models misses events; `undefined` if all have all. */
export const notUpToDateSince = (
  generations: Generations,
  names: readonly Parameters<Generations["get"]>[0][],
): Date | undefined => earliest(names.map((name) => generations.get(name)?.notUpToDate?.since));

/** The field of a row that is not up to date. It is left out of other rows. */
export function markOf(...since: (Date | undefined)[]): { notUpToDateSince?: string } {
  const first = earliest(since);
  return first ? { notUpToDateSince: first.toISOString() } : {};
}

/** The first of the times that there are. */
export const earliest = (times: readonly (Date | undefined)[]): Date | undefined =>
  times.flatMap((time) => time ?? []).sort((a, b) => a.getTime() - b.getTime())[0];
