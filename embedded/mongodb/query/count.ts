import { noVariables } from "../aggregate/variables.ts";
import type { Doc, Value } from "../bson/value.ts";
import type { Deadline } from "../deadline.ts";
import type { Collection } from "../store/collection.ts";
import { findDocuments, hintedIndex, type Query } from "./find.ts";
import { compileFilter } from "./matcher.ts";
import { planQuery, usable } from "./planner.ts";

/** How many documents match; those that an index or the collection itself counts are not looked at. */
export function countDocuments(
  collection: Collection | undefined,
  query: Pick<Query, "filter" | "hint" | "variables">,
  deadline: Deadline,
): number {
  const known = collection && countedByItself(collection, query);
  return known ?? findDocuments(collection, query, deadline).length;
}

function countedByItself(
  collection: Collection,
  { filter, hint, variables = noVariables }: Pick<Query, "filter" | "hint" | "variables">,
): number | undefined {
  if (typeof hint === "object" && "$natural" in hint) return undefined;
  hintedIndex(collection, hint);
  const [only, ...others] = Object.entries(filter);
  if (!only) return collection.size;
  const [field, value] = only;
  if (others.length > 0 || field.startsWith("$") || !isPlain(value)) return undefined;
  compileFilter(filter, variables);
  const index = collection.indexes.find(
    (each) =>
      each.definition.key[0]?.[0] === field && each.complete && !each.multikey && usable(each, filter),
  );
  return index && planQuery(collection, { filter, hint: index }).cost;
}

/** Equal values alone match it, and they stand side by side in an index. */
const isPlain = (value: Value | undefined): boolean =>
  ["boolean", "number", "bigint", "string"].includes(typeof value) || value instanceof Date;

/** The field that a stage such as `countDocuments` asks for counts into: `{$group: {_id: 1, n: {$sum: 1}}}`. */
export function countingField(
  stage: readonly [string, Value] | undefined,
): { id: Value; field: string } | undefined {
  const [name, spec] = stage ?? [];
  if (name !== "$group" || typeof spec !== "object" || spec === null) return undefined;
  const { _id: id, ...fields } = spec as Doc;
  const [counted, ...others] = Object.entries(fields);
  if (!counted || others.length > 0 || !(id === null || typeof id === "number")) return undefined;
  const [field, accumulator] = counted;
  const isOne = typeof accumulator === "object" && accumulator !== null;
  if (!isOne || Object.keys(accumulator).join() !== "$sum" || (accumulator as Doc).$sum !== 1)
    return undefined;
  return { id, field };
}
