import { type Doc, isDoc, type Value } from "../bson/value.ts";
import type { Collection } from "../store/collection.ts";
import type { Deadline } from "./deadline.ts";
import { compileFilter } from "./filter.ts";
import { countMatching, hintedIndex, isScan, type Query } from "./find.ts";
import { planQuery } from "./planner.ts";

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
  const [only, ...others] = Object.entries(filter);
  if (!only) return collection.size;
  const [field, value] = only;
  if (others.length > 0 || field.startsWith("$") || !equalValuesAreAdjacent(value)) return undefined;
  compileFilter(filter);
  const index = collection.indexes.find(({ definition }) => definition.key[0]?.[0] === field);
  return index && planQuery(collection, { filter, hint: index }).cost;
}

/** Of these values, exactly the equal ones match, and they are neighbours in an index. Null also matches what is missing. */
const equalValuesAreAdjacent = (value: Value | undefined): boolean =>
  value !== null && value !== undefined && !isDoc(value) && !Array.isArray(value);
