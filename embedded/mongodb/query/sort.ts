import { asInteger, type Doc, type Value } from "../bson/value.ts";
import { badValue, CommandError, failedToParse } from "../errors.ts";
import { compareKeys, type IndexKey, indexKeys } from "../store/index-keys.ts";
import { type Path, splitPath } from "./path.ts";

export interface SortOrder {
  readonly fields: readonly string[];
  readonly paths: readonly Path[];
  readonly directions: readonly number[];
}

/** Reads `{field: 1 | -1}`. Undefined when it is empty. */
export function parseSort(sort: Doc | undefined): SortOrder | undefined {
  const fields = Object.keys(sort ?? {});
  if (!sort || fields.length === 0) return undefined;
  if (fields.length > 32) throw failedToParse("too many compound keys");
  const directions = fields.map((field) => direction(field, sort[field]));
  return { fields, paths: fields.map(splitPath), directions };
}

function direction(field: string, value: Value | undefined): number {
  if (field === "") throw new CommandError(40352, "FieldPath cannot be constructed with empty string");
  if (field.startsWith("$")) {
    throw new CommandError(
      16410,
      `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
    );
  }
  const number = asInteger(value);
  if (number !== 1 && number !== -1) {
    throw new CommandError(15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
  }
  return number;
}

/** The lowest key of a document in this order: an array counts with the element that comes first. */
export function sortKey(doc: Doc, { paths, directions }: SortOrder): IndexKey {
  const keys = keysOrRefuse(doc, paths);
  return keys.reduce((best, key) => (compareKeys(key, best, directions) < 0 ? key : best));
}

function keysOrRefuse(doc: Doc, paths: readonly Path[]): IndexKey[] {
  try {
    return indexKeys(doc, paths);
  } catch (error) {
    if (error instanceof CommandError) throw badValue("cannot sort with keys that are parallel arrays");
    throw error;
  }
}

interface Keyed<T> {
  readonly key: IndexKey;
  readonly item: T;
}

/** Up to this many wanted items are kept in order while the rest passes by. */
const MAX_KEPT = 1_000;

/** Sorts stably; with `limit` only so many of the first are given back. */
export function sortBy<T>(
  items: Iterable<T>,
  docOf: (item: T) => Doc,
  order: SortOrder,
  limit?: number,
): T[] {
  const { directions } = order;
  const compare = (a: Keyed<T>, b: Keyed<T>) => compareKeys(a.key, b.key, directions);
  if (limit !== undefined && limit <= MAX_KEPT) return firstOf(items, docOf, order, limit);
  const keyed = Array.from(items, (item): Keyed<T> => ({ key: sortKey(docOf(item), order), item }));
  const sorted = keyed.sort(compare).map(({ item }) => item);
  return limit === undefined ? sorted : sorted.slice(0, limit);
}

function firstOf<T>(items: Iterable<T>, docOf: (item: T) => Doc, order: SortOrder, limit: number): T[] {
  const { directions } = order;
  const kept: Keyed<T>[] = [];
  for (const item of items) {
    const key = sortKey(docOf(item), order);
    const last = kept[limit - 1];
    if (last && compareKeys(key, last.key, directions) >= 0) continue;
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareKeys((kept[middle] as Keyed<T>).key, key, directions) > 0) high = middle;
      else low = middle + 1;
    }
    kept.splice(low, 0, { key, item });
    if (kept.length > limit) kept.pop();
  }
  return kept.map(({ item }) => item);
}
