import { compareValues } from "../bson/compare.ts";
import { type Doc, docOf, isDoc, type Value } from "../bson/value.ts";
import type { Collection } from "../store/collection.ts";
import type { CollectionIndex } from "../store/collection-index.ts";
import type { Position } from "../store/ordered-list.ts";
import type { HasFields, Place } from "../store/stored-document.ts";
import {
  compareToBorder,
  type FieldBounds,
  fieldBounds,
  hasExactBounds,
  type Interval,
  mostListed,
  pointValue,
} from "./bounds.ts";
import type { Plan, PlanRequest, Visitor } from "./plan.ts";
import type { SortOrder } from "./sort.ts";

/** Neighbouring entries of an index. */
interface IndexRange {
  readonly start: Position;
  readonly end: Position;
}

/** Chooses the cheapest plan by the number of index entries within the bounds. */
export function planQuery(collection: Collection, request: PlanRequest): Plan {
  const { filter, hint } = request;
  const bounds = fieldBounds(filter);
  const indexes = hint ? [hint] : collection.indexes;
  const plans = indexes.flatMap((index) => indexPlan(index, bounds, request) ?? []);
  if (!hint) plans.push(scanPlan(collection, request));
  const matching = Math.min(...plans.map(({ cost }) => cost));
  const price = (plan: Plan) => pricedFor(plan, request, matching);
  return plans.reduce((best, plan) => (price(plan) < price(best) ? plan : best));
}

/** Sorting has a cost. A plan in the requested order may stop early if many of its documents match. */
function pricedFor({ cost, sorted }: Plan, { sort, wanted }: PlanRequest, matching: number): number {
  if (sort && !sorted) return cost * 2 + 1;
  return wanted === undefined ? cost : Math.min(cost, (wanted * cost) / Math.max(matching, 1));
}

/** Reads every document of the collection. */
export function scanPlan(
  collection: Collection,
  { filter, sort }: Pick<PlanRequest, "filter" | "sort">,
): Plan {
  return {
    sorted: !sort,
    cost: collection.size,
    rest: filter,
    visit: (each, behind) => {
      for (const stored of collection.all(behind?.sequence)) if (!each(stored)) return;
    },
    placeOf: ({ sequence }) => ({ key: [], sequence }),
  };
}

/**
 * The number of documents that meet the condition, if it is the only one and an index counts exactly these.
 */
export function countByIndex(collection: Collection, filter: Doc): number | undefined {
  const index = collection.indexes.find((each) => coversFilter(each, filter));
  if (!index) return undefined;
  return indexPlan(index, fieldBounds(filter), { filter, hint: index })?.cost;
}

/** The filter without the conditions that every document meets according to an index. */
export function withoutCertain(collection: Collection, filter: Doc): Doc {
  const conditions = Object.entries(filter).flatMap(([key, value]): [string, Value][] => {
    if (key !== "$and" || !Array.isArray(value))
      return isCertain(collection, key, value) ? [] : [[key, value]];
    const parts = value.map((part) => (isDoc(part) ? withoutCertain(collection, part) : part));
    const needed = parts.filter((part) => !isDoc(part) || Object.keys(part).length > 0);
    return needed.length === 0 ? [] : [[key, needed]];
  });
  const [only] = conditions;
  const isOnePart = conditions.length === 1 && only?.[0] === "$and" && Array.isArray(only[1]);
  const [part] = isOnePart ? (only[1] as Value[]) : [];
  return isOnePart && (only[1] as Value[]).length === 1 && isDoc(part) ? part : docOf(conditions);
}

const isCertain = (collection: Collection, key: string, value: Value): boolean =>
  !key.startsWith("$") && countByIndex(collection, docOf([[key, value]])) === collection.size;

/** Whether the bounds of the index's first field contain exactly the matching documents. */
function coversFilter(index: CollectionIndex, filter: Doc): boolean {
  const [only, ...others] = Object.entries(filter);
  return only !== undefined && others.length === 0 && only[0] === index.fields[0] && hasExactBounds(only[1]);
}

/** The bounds of an index's fields: single values for the first fields, then ranges for the next one. */
interface IndexBounds {
  readonly prefixes: readonly (readonly Value[])[];
  readonly intervals: readonly Interval[];
}

function indexPlan(
  index: CollectionIndex,
  bounds: FieldBounds,
  { filter, sort, hint }: PlanRequest,
): Plan | undefined {
  const found = boundsFor(index, bounds);
  const narrowed =
    found.intervals.length > 0 || found.prefixes.length !== 1 || found.prefixes[0]?.length !== 0;
  const order = sort ? providedOrder(index, found, sort) : 1;
  // Reading a whole index helps only if it gives the order.
  if (!narrowed && !hint && (!sort || order === undefined)) return undefined;
  const ranges = rangesOf(index, found);
  return {
    index: index.definition.name,
    sorted: order !== undefined,
    cost: ranges.reduce((sum, { start, end }) => sum + index.entries.distance(start, end), 0),
    rest: withoutBounded(index, found, filter),
    visit: (each, behind) =>
      walk(index, behind ? rangesBehind(index, found, behind, order === -1) : ranges, order === -1, each),
    placeOf: (stored) => index.placeOf(stored),
  };
}

/** The filter without the conditions that all values within the index's bounds meet. */
function withoutBounded(index: CollectionIndex, { prefixes, intervals }: IndexBounds, filter: Doc): Doc {
  const bounded = (prefixes[0]?.length ?? 0) + (intervals.length > 0 ? 1 : 0);
  const fields = new Set(index.fields.slice(0, bounded));
  return docOf(
    Object.entries(filter).filter(([field, condition]) => !fields.has(field) || !hasExactBounds(condition)),
  );
}

function boundsFor(index: CollectionIndex, bounds: FieldBounds): IndexBounds {
  let prefixes: readonly (readonly Value[])[] = [[]];
  for (const field of index.fields) {
    const intervals = bounds.get(field);
    if (!intervals) break;
    const tooMany = prefixes.length * intervals.length > mostListed;
    const values = intervals.map(pointValue);
    if (tooMany || values.includes(undefined)) return { prefixes, intervals: tooMany ? [] : intervals };
    prefixes = prefixes.flatMap((prefix) => values.map((value) => [...prefix, value as Value]));
  }
  return { prefixes, intervals: [] };
}

/** 1 or -1 if the index gives the order forwards or backwards, else undefined. */
function providedOrder(index: CollectionIndex, found: IndexBounds, sort: SortOrder): 1 | -1 | undefined {
  const [prefix] = found.prefixes;
  if (found.prefixes.length !== 1 || found.intervals.length > 1 || !prefix) return undefined;
  const fixed = new Set(index.fields.slice(0, prefix.length));
  let at = prefix.length;
  let order: number | undefined;
  for (let i = 0; i < sort.fields.length; i++) {
    const field = sort.fields[i] as string;
    if (fixed.has(field)) continue;
    const [indexed, direction] = index.definition.key[at++] ?? ["", 0];
    const turned = direction * (sort.directions[i] as number);
    if (indexed !== field || (order !== undefined && order !== turned)) return undefined;
    order = turned;
  }
  return order === -1 ? -1 : 1;
}

/** The documents in the order of the index. */
function rangesOf(index: CollectionIndex, { prefixes, intervals }: IndexBounds): IndexRange[] {
  const ranges = prefixes.flatMap((prefix) =>
    (intervals.length > 0 ? intervals : [undefined]).map((interval) => rangeOf(index, prefix, interval)),
  );
  return ranges.sort((a, b) => comparePositions(a.start, b.start));
}

function rangeOf(
  index: CollectionIndex,
  prefix: readonly Value[],
  interval: Interval | undefined,
): IndexRange {
  const { entries, directions } = index;
  const backwards = directions[prefix.length] === -1;
  const first = backwards ? interval?.high : interval?.low;
  const last = backwards ? interval?.low : interval?.high;
  const place = (stored: HasFields, border: typeof first, whole: number) => {
    for (let i = 0; i < prefix.length; i++) {
      const order = compareValues(index.keyPart(stored, i), prefix[i]) * (directions[i] as number);
      if (order !== 0) return order;
    }
    if (!border) return whole;
    return compareToBorder(index.keyPart(stored, prefix.length), border) * (backwards ? -1 : 1);
  };
  return {
    start: entries.seek((stored) => place(stored, first, 1)),
    end: entries.seek((stored) => place(stored, last, -1)),
  };
}

/** The rest of the ranges after a place; before it if they are read backwards. */
function rangesBehind(
  index: CollectionIndex,
  found: IndexBounds,
  place: Place,
  backwards: boolean,
): IndexRange[] {
  const [from, to] = backwards ? [undefined, index.notBefore(place)] : [index.behind(place), undefined];
  return rangesOf(index, found).map(({ start, end }) => ({
    start: from && comparePositions(from, start) > 0 ? from : start,
    end: to && comparePositions(to, end) < 0 ? to : end,
  }));
}

const comparePositions = (a: Position, b: Position) => a.chunk - b.chunk || a.place - b.place;

function walk(
  index: CollectionIndex,
  ranges: readonly IndexRange[],
  backwards: boolean,
  each: Visitor,
): void {
  for (const { start, end } of ranges) if (!index.entries.visit(start, end, backwards, each)) return;
}
