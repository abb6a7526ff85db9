import type { Doc } from "../bson/value.ts";
import type { Collection } from "../store/collection.ts";
import type { Deadline } from "./deadline.ts";
import { compileFilter } from "./filter.ts";
import { countMatching, hintedIndex, isScan, type Query } from "./find.ts";
import { countByIndex, withoutCertain } from "./planner.ts";

/** How many documents match. What an index or the collection can count is not read one by one. */
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
  const all =
    countedByIndex(collection, filter, hint) ?? countMatching(collection, { filter, hint }, deadline);
  const rest = Math.max(0, all - skip);
  return limit === undefined ? rest : Math.min(rest, limit);
}

function countedByIndex(collection: Collection, filter: Doc, hint: Query["hint"]): number | undefined {
  if (isScan(hint)) return undefined;
  hintedIndex(collection, hint);
  compileFilter(filter);
  const needed = withoutCertain(collection, filter);
  return Object.keys(needed).length === 0 ? collection.size : countByIndex(collection, needed);
}
