import type { Doc, Value } from "../bson/value.ts";
import { badValue } from "../protocol/errors.ts";
import type { Collection } from "../store/collection.ts";
import type { CollectionIndex } from "../store/collection-index.ts";
import type { StoredDocument } from "../store/stored-document.ts";
import { distinct } from "./bounds.ts";
import type { Deadline } from "./deadline.ts";
import { compileFilter, isOperatorDoc } from "./filter.ts";
import type { Plan, Visitor } from "./plan.ts";
import { planQuery, scanPlan, withoutCertain } from "./planner.ts";
import { type SortOrder, sortBy } from "./sort.ts";

export interface Query {
  readonly filter: Doc;
  readonly sort?: SortOrder | undefined;
  readonly skip?: number | undefined;
  /** Undefined: no limit. */
  readonly limit?: number | undefined;
  /** Index name or key pattern, `{$natural: 1}` for a scan. */
  readonly hint?: string | Doc | undefined;
}

/** The matching documents, in order, by the cheapest index or a scan. */
export function findDocuments(
  collection: Collection | undefined,
  query: Query,
  deadline: Deadline,
): StoredDocument[] {
  const { filter, hint, limit } = query;
  compileFilter(filter);
  if (!collection || limit === 0) return [];
  const byId = findById(collection, query);
  if (byId) return byId;
  return findMatching(
    collection,
    isScan(hint) ? query : { ...query, filter: withoutCertain(collection, filter) },
    deadline,
  );
}

/** The documents of a query for ids. */
export function findById(collection: Collection, query: Query): StoredDocument[] | undefined {
  const { filter, sort, hint, skip = 0, limit } = query;
  const ids = hint === undefined && sort === undefined ? wantedIds(filter) : undefined;
  const found = ids?.flatMap((id) => collection.byId(id) ?? []).filter(compileFilter(filter));
  return found?.slice(skip, limit && skip + limit);
}

/** The ids of a filter for which no plan can be better than a lookup of each id. */
function wantedIds(filter: Doc): readonly Value[] | undefined {
  const { _id: id, ...others } = filter;
  if (id === undefined) return undefined;
  if (!isOperatorDoc(id)) return [id];
  const { $in: list, ...operators } = id;
  const isList = Object.keys(operators).length === 0 && Object.keys(others).length === 0;
  return isList && Array.isArray(list) ? distinct(list) : undefined;
}

function findMatching(collection: Collection, query: Query, deadline: Deadline): StoredDocument[] {
  const { sort, skip = 0, limit } = query;
  const wanted = limit === undefined ? undefined : skip + limit;
  const plan = planFor(collection, query, wanted);
  const tried = wanted === undefined ? undefined : tryInOrder(collection, query, plan, wanted, deadline);
  if (tried) return tried.slice(skip);
  const unsorted = sort !== undefined && !plan.sorted;
  const found = matching(plan, unsorted ? undefined : wanted, deadline);
  return (unsorted ? sortBy(found, sort, wanted) : found).slice(skip);
}

/** The number of matching documents, without skip and limit. */
export function countMatching(collection: Collection, query: Query, deadline: Deadline): number {
  const { filter, hint } = query;
  compileFilter(filter);
  const needed = isScan(hint) ? query : { ...query, filter: withoutCertain(collection, filter) };
  const plan = planFor(collection, needed, undefined);
  if (Object.keys(plan.rest).length === 0) return plan.cost;
  let count = 0;
  visitMatching(plan, deadline, () => ++count > 0);
  return count;
}

/** `wanted` is undefined if all matches are read. */
export function planFor(
  collection: Collection,
  { filter, sort, hint }: Query,
  wanted: number | undefined,
): Plan {
  if (isScan(hint)) return scanPlan(collection, { filter, sort });
  return planQuery(collection, { filter, sort, wanted, hint: hintedIndex(collection, hint) });
}

/** The number of documents read in the requested order before the matches count as rare. */
const TRIAL = 1_000;

/**
 * A page in an order in which other documents may come before the first match. If the beginning of the order
 * doesn't give the whole page, the matches of another plan are sorted. Undefined if no other plan reads far
 * fewer documents.
 */
function tryInOrder(
  collection: Collection,
  { filter, sort, hint }: Query,
  plan: Plan,
  wanted: number,
  deadline: Deadline,
): StoredDocument[] | undefined {
  if (!sort || !plan.sorted || plan.cost <= TRIAL || hint || Object.keys(plan.rest).length === 0)
    return undefined;
  const other = planQuery(collection, { filter });
  if (other.cost * 2 > plan.cost) return undefined;
  let left = TRIAL;
  const matches = compileFilter(plan.rest);
  const found: StoredDocument[] = [];
  plan.visit((stored) => {
    if (matches(stored)) found.push(stored);
    return found.length < wanted && --left > 0;
  });
  if (found.length >= wanted) return found;
  return sortBy(matching(other, undefined, deadline), sort, wanted);
}

/** The matching documents of a plan, in its order. */
export function matching(plan: Plan, wanted: number | undefined, deadline: Deadline): StoredDocument[] {
  const found: StoredDocument[] = [];
  visitMatching(plan, deadline, (stored) => found.push(stored) !== wanted);
  return found;
}

function visitMatching(plan: Plan, deadline: Deadline, each: Visitor): void {
  const matches = compileFilter(plan.rest);
  plan.visit((stored) => {
    deadline.check();
    return matches(stored) ? each(stored) : true;
  });
}

/** Whether a hint names the collection itself and not an index. */
export const isScan = (hint: string | Doc | undefined): boolean =>
  typeof hint === "object" && hint.$natural === 1;

/** The index of a hint. Throws BadValue if it doesn't exist. */
export function hintedIndex(
  collection: Collection,
  hint: string | Doc | undefined,
): CollectionIndex | undefined {
  if (hint === undefined) return undefined;
  const wanted = typeof hint === "string" ? hint : patternText(Object.entries(hint));
  const found = collection.indexes.find(({ definition }) =>
    typeof hint === "string" ? definition.name === wanted : patternText(definition.key) === wanted,
  );
  if (!found) {
    throw badValue(
      "error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index",
    );
  }
  return found;
}

function patternText(key: readonly (readonly [string, unknown])[]): string {
  return JSON.stringify(key.map(([field, direction]) => [field, Number(direction)]));
}
