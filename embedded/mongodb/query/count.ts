import type { Collection } from "../store/collection.ts";
import type { Deadline } from "./deadline.ts";
import { compileFilter } from "./filter.ts";
import { countMatching, type Query } from "./find.ts";

/** The number of matching documents, counted by an index or the collection where possible. */
export function countDocuments(
  collection: Collection | undefined,
  query: Omit<Query, "sort">,
  deadline: Deadline,
): number {
  const { filter, skip = 0, limit, hint } = query;
  if (!collection) {
    compileFilter(filter);
    return 0;
  }
  const rest = Math.max(0, countMatching(collection, { filter, hint }, deadline) - skip);
  return limit === undefined ? rest : Math.min(rest, limit);
}
