import type { Doc, Value } from "../bson/value.ts";
import { badValue } from "../protocol/errors.ts";
import { countBits, setBit } from "../store/bits.ts";
import type { Collection } from "../store/collection.ts";
import type { CollectionIndex } from "../store/collection-index.ts";
import type { StoredDocument } from "../store/stored-document.ts";
import { distinct } from "./bounds.ts";
import type { Deadline } from "./deadline.ts";
import { compileFilter, isOperatorDoc } from "./filter.ts";
import type { Plan, Visitor } from "./plan.ts";
import { planQuery, scanPlan, withoutCertain } from "./planner.ts";
import { type SortOrder, sortBy } from "./sort.ts";
import { bitsOf, testOf } from "./text-plan.ts";

export interface Query {
  readonly filter: Doc;
  readonly sort?: SortOrder | undefined;
  readonly skip?: number | undefined;
  /** Undefined: all. */
  readonly limit?: number | undefined;
  /** Index name or key pattern, `{$natural: 1}` for a scan. */
  readonly hint?: string | Doc | undefined;
}

/** The documents that match, in order, by the cheapest index or a scan. */
export function findDocuments(
  collection: Collection | undefined,
  query: Query,
  deadline: Deadline,
): StoredDocument[] {
  const { filter, hint, limit } = query;
  const matches = compileFilter(filter);
  if (!collection || limit === 0) return [];
  const ids = hint === undefined && query.sort === undefined ? wantedIds(filter) : undefined;
  if (ids) {
    const found = ids.flatMap((id) => collection.byId(id) ?? []).filter(matches);
    const { skip = 0 } = query;
    return found.slice(skip, limit && skip + limit);
  }
  return findMatching(
    collection,
    isScan(hint) ? query : { ...query, filter: withoutCertain(collection, filter) },
    deadline,
  );
}

/** The ids that a filter asks for, where no plan can be better than looking each up. */
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
  const plan = planFor(collection, query, wanted, deadline);
  const tried = wanted === undefined ? undefined : tryInOrder(collection, query, plan, wanted, deadline);
  if (tried) return tried.slice(skip);
  const unsorted = sort !== undefined && !plan.sorted;
  const found = matching(collection, plan, unsorted ? undefined : wanted, deadline);
  return (unsorted ? sortBy(found, sort, wanted) : found).slice(skip);
}

/** How many documents match, with neither skip nor limit. */
export function countMatching(collection: Collection, query: Query, deadline: Deadline): number {
  const { filter, hint } = query;
  compileFilter(filter);
  const needed = isScan(hint) ? query : { ...query, filter: withoutCertain(collection, filter) };
  const plan = planFor(collection, needed, undefined, deadline);
  if (plan.isExact && Object.keys(plan.rest).length === 0) return plan.cost;
  const bits = bitsOf(collection, plan, deadline);
  if (bits) return countBits(bits);
  let count = 0;
  visitMatching(collection, plan, deadline, () => ++count > 0);
  return count;
}

function planFor(
  collection: Collection,
  { filter, sort, hint }: Query,
  wanted: number | undefined,
  deadline: Deadline,
): Plan {
  if (isScan(hint)) return scanPlan(collection, { filter, sort });
  return planQuery(collection, { filter, sort, wanted, hint: hintedIndex(collection, hint), deadline });
}

/** So many documents are read in the wanted order before it is known that only few match. */
const TRIAL = 1_000;
/** Up to so many documents are read and sorted without a trial. */
const FEW = 3 * TRIAL;
/** So many entries of an index are compared with bits in the time in which one document is sorted. */
const ENTRIES_A_SORTED_DOCUMENT = 512;

/**
 * A page in an order in which many documents may come before the first one that matches. Where another plan knows without reading documents
 * which ones match, the order is compared with their bits. Otherwise its beginning is read. Undefined when that does not give all
 * that are wanted, and no other plan reads less in all and then sorts.
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
  const other = planQuery(collection, { filter, deadline });
  const bits = bitsOf(collection, other, deadline);
  const isWorthAWalk = (count: number) => count * ENTRIES_A_SORTED_DOCUMENT > plan.cost;
  if (bits && isWorthAWalk(countBits(bits))) return plan.firstWith?.(bits, wanted);
  if (other.cost * 2 > plan.cost) return undefined;
  const allSorted = () => {
    const found = matching(collection, other, undefined, deadline);
    if (!isWorthAWalk(found.length)) return sortBy(found, sort, wanted);
    const isFound = collection.noBits();
    for (const { sequence } of found) setBit(isFound, sequence);
    return plan.firstWith?.(isFound, wanted);
  };
  if (other.cost <= FEW) return allSorted();
  let left = TRIAL;
  const matches = testOf(collection, plan, deadline);
  const found: StoredDocument[] = [];
  plan.visit((stored) => {
    if (!matches || matches(stored)) found.push(stored);
    return found.length < wanted && --left > 0;
  });
  return found.length >= wanted ? found : allSorted();
}

function matching(
  collection: Collection,
  plan: Plan,
  wanted: number | undefined,
  deadline: Deadline,
): StoredDocument[] {
  const found: StoredDocument[] = [];
  visitMatching(collection, plan, deadline, (stored) => found.push(stored) !== wanted);
  return found;
}

function visitMatching(collection: Collection, plan: Plan, deadline: Deadline, each: Visitor): void {
  const matches = testOf(collection, plan, deadline);
  plan.visit((stored) => {
    deadline.check();
    return !matches || matches(stored) ? each(stored) : true;
  });
}

/** Whether a hint asks for the collection itself instead of an index. */
export const isScan = (hint: string | Doc | undefined): boolean =>
  typeof hint === "object" && hint.$natural === 1;

/** The index that a hint names. Throws BadValue where there is none. */
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
