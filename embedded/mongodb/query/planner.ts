import { compareValues } from "../bson/compare.ts";
import type { Doc, Value } from "../bson/value.ts";
import type { Collection } from "../store/collection.ts";
import type { CollectionIndex, IndexEntry } from "../store/collection-index.ts";
import type { Position } from "../store/ordered-list.ts";
import type { StoredDocument } from "../store/stored-document.ts";
import { compareToCut, type Interval, intersect, pointValue } from "./bounds.ts";
import { alternatives, type FieldBounds, fieldBounds, implies } from "./conditions.ts";
import { arrayIndex } from "./path.ts";
import type { SortOrder } from "./sort.ts";

/** A stretch of an index. */
interface Stretch {
  readonly start: Position;
  readonly end: Position;
}

/** A way to the documents that may match; the filter is still applied to each. */
export interface Plan {
  /** Name of the index, names joined by "|" for alternatives, undefined for a scan of the collection. */
  readonly index?: string;
  /** Whether the documents come in the wanted order. */
  readonly sorted: boolean;
  /** About how many entries are looked at. */
  readonly cost: number;
  documents(): Iterable<StoredDocument>;
}

export interface Wish {
  readonly filter: Doc;
  readonly sort?: SortOrder | undefined;
  /** How many matching documents are wanted in all. */
  readonly wanted?: number | undefined;
  readonly hint?: CollectionIndex | undefined;
}

/** Above this many combinations of listed values, an index is searched by fewer fields. */
const MAX_STRETCHES = 10_000;

/** Picks the cheapest way by the number of index entries within the bounds. */
export function planQuery(collection: Collection, wish: Wish): Plan {
  const bounds = fieldBounds(wish.filter);
  const indexes = wish.hint ? [wish.hint] : collection.indexes.filter((index) => usable(index, wish.filter));
  const plans = indexes.flatMap((index) => indexPlan(index, bounds, wish) ?? []);
  if (!wish.hint) plans.push(scanPlan(collection, wish));
  const union = wish.hint ? undefined : unionPlan(collection, wish);
  if (union) plans.push(union);
  const selectivity = Math.min(1, ...plans.map(({ cost }) => cost / Math.max(1, collection.size)));
  const price = (plan: Plan) => pricedFor(plan, wish, selectivity);
  return plans.reduce((best, plan) => (price(plan) < price(best) ? plan : best));
}

/** Sorting costs extra; a plan in the wanted order may stop early, the sooner the more documents match. */
function pricedFor(plan: Plan, { sort, wanted }: Wish, selectivity: number): number {
  if (sort && !plan.sorted) return plan.cost * 2 + 1;
  return wanted === undefined ? plan.cost : Math.min(plan.cost, wanted / Math.max(selectivity, 1e-9));
}

/** Whether the index can serve the filter. */
export function usable(index: CollectionIndex, filter: Doc): boolean {
  if (index.paths.some((path) => path.some((component) => arrayIndex(component) !== undefined))) return false;
  const partial = index.definition.partial;
  return !partial || implies(filter, partial.filter);
}

function scanPlan(collection: Collection, { sort }: Wish): Plan {
  return { sorted: !sort, cost: collection.size, documents: () => collection.all() };
}

function unionPlan(collection: Collection, { filter, sort }: Wish): Plan | undefined {
  const plans = alternatives(filter)?.map((branch) => planQuery(collection, { filter: branch }));
  if (!plans || plans.some(({ index }) => index === undefined)) return undefined;
  return {
    index: plans.map(({ index }) => index).join("|"),
    sorted: !sort,
    cost: plans.reduce((sum, { cost }) => sum + cost, 0),
    documents: () => withoutRepeats(plans.flatMap((plan) => [...plan.documents()])),
  };
}

/** What the fields of an index are bound to: listed values for the first ones, then perhaps one range. */
interface IndexBounds {
  readonly prefixes: readonly (readonly Value[])[];
  readonly intervals: readonly Interval[];
}

function indexPlan(index: CollectionIndex, bounds: FieldBounds, wish: Wish): Plan | undefined {
  const found = boundsFor(index, bounds);
  const narrowed =
    found.intervals.length > 0 || found.prefixes.length !== 1 || found.prefixes[0]?.length !== 0;
  if (index.definition.sparse && !wish.hint && reachesNull(found)) return undefined;
  if (!narrowed && !index.complete && !wish.hint && !index.definition.partial) return undefined;
  const order = wish.sort ? providedOrder(index, found, wish.sort) : 1;
  if (!narrowed && order === undefined && !wish.hint) return undefined;
  if (!narrowed && !wish.sort && !wish.hint) return undefined;
  const stretches = stretchesOf(index, found);
  const cost = stretches.reduce((sum, { start, end }) => sum + index.entries.distance(start, end), 0);
  return {
    index: index.definition.name,
    sorted: order !== undefined,
    cost,
    documents: () => walk(index, stretches, order === -1),
  };
}

/** A sparse index lacks documents that null would match. */
function reachesNull({ prefixes, intervals }: IndexBounds): boolean {
  return prefixes.some((prefix) =>
    prefix.length > 0 ? prefix[0] === null : intervals.some((interval) => pointValue(interval) === null),
  );
}

function boundsFor(index: CollectionIndex, bounds: FieldBounds): IndexBounds {
  let prefixes: readonly (readonly Value[])[] = [[]];
  for (const [field] of index.definition.key) {
    const conditions = bounds.get(field);
    if (!conditions) break;
    const intervals = index.multikey ? smallest(conditions) : conditions.reduce((a, b) => intersect(a, b));
    const values = intervals.map(pointValue);
    const combined = prefixes.length * values.length;
    if (values.includes(undefined) || combined > MAX_STRETCHES) {
      return prefixes.length * intervals.length > MAX_STRETCHES
        ? { prefixes, intervals: [] }
        : { prefixes, intervals };
    }
    prefixes = prefixes.flatMap((prefix) => values.map((value) => [...prefix, value as Value]));
    // Different elements of an array may meet different conditions: only one of them can bound the keys.
    if (index.multikey) break;
  }
  return { prefixes, intervals: [] };
}

function smallest(conditions: readonly (readonly Interval[])[]): readonly Interval[] {
  const points = conditions.find((intervals) =>
    intervals.every((interval) => pointValue(interval) !== undefined),
  );
  return points ?? conditions[0] ?? [];
}

/** 1 or -1 when walking the index forwards or backwards gives the order, else undefined. */
function providedOrder(index: CollectionIndex, found: IndexBounds, sort: SortOrder): 1 | -1 | undefined {
  const [prefix] = found.prefixes;
  if (index.multikey || found.prefixes.length !== 1 || found.intervals.length > 1 || !prefix)
    return undefined;
  const fixed = new Set(index.definition.key.slice(0, prefix.length).map(([field]) => field));
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

function stretchesOf(index: CollectionIndex, { prefixes, intervals }: IndexBounds): Stretch[] {
  return prefixes.flatMap((prefix) =>
    (intervals.length > 0 ? intervals : [undefined]).map((interval) => stretch(index, prefix, interval)),
  );
}

function stretch(index: CollectionIndex, prefix: readonly Value[], interval: Interval | undefined): Stretch {
  const { entries, directions } = index;
  const backwards = directions[prefix.length] === -1;
  const first = backwards ? interval?.high : interval?.low;
  const last = backwards ? interval?.low : interval?.high;
  const place = (entry: IndexEntry, cut: typeof first, whole: number) => {
    for (let i = 0; i < prefix.length; i++) {
      const order = compareValues(entry.key[i], prefix[i]) * (directions[i] as number);
      if (order !== 0) return order;
    }
    if (!cut) return whole;
    return compareToCut(entry.key[prefix.length], cut) * (backwards ? -1 : 1);
  };
  return {
    start: entries.seek((entry) => place(entry, first, 1)),
    end: entries.seek((entry) => place(entry, last, -1)),
  };
}

function* walk(
  index: CollectionIndex,
  stretches: readonly Stretch[],
  backwards: boolean,
): Generator<StoredDocument> {
  const seen = index.multikey || stretches.length > 1 ? new Set<StoredDocument>() : undefined;
  for (const { start, end } of stretches) {
    const entries = backwards ? index.entries.reverseRange(start, end) : index.entries.range(start, end);
    for (const { stored } of entries) {
      if (seen?.has(stored)) continue;
      seen?.add(stored);
      yield stored;
    }
  }
}

function withoutRepeats(documents: Iterable<StoredDocument>): Iterable<StoredDocument> {
  return new Set(documents);
}
