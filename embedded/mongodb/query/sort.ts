import { asInteger, type Doc, type Value } from "../bson/value.ts";
import { CommandError, failedToParse } from "../protocol/errors.ts";
import { compareKeys, compareToKey, type IndexKey, type KeyFields, keyOf } from "../store/index-key.ts";
import type { HasFields } from "../store/stored-document.ts";
import { checkTopLevel } from "./field-name.ts";

export type SortOrder = KeyFields;

/** Reads `{field: 1 | -1}`. Undefined for an empty order. */
export function parseSort(sort: Doc | undefined): SortOrder | undefined {
  const fields = Object.keys(sort ?? {});
  if (!sort || fields.length === 0) return undefined;
  if (fields.length > 32) throw failedToParse("too many compound keys");
  return { fields, directions: fields.map((field) => direction(field, sort[field])) };
}

function direction(field: string, value: Value | undefined): number {
  checkTopLevel(field);
  const number = asInteger(value);
  if (number !== 1 && number !== -1) {
    throw new CommandError(15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
  }
  return number;
}

interface Keyed<T> {
  readonly key: IndexKey;
  readonly item: T;
}

/** The number of requested items up to which they are kept in order while the others are read. */
const MAX_KEPT = 1_000;

/** Sorts stably; with `limit` only the first items are returned. */
export function sortBy<T extends HasFields>(items: Iterable<T>, order: SortOrder, limit?: number): T[] {
  const { fields, directions } = order;
  const compare = (a: Keyed<T>, b: Keyed<T>) => compareKeys(a.key, b.key, directions);
  if (limit !== undefined && limit <= MAX_KEPT) return firstOf(items, order, limit);
  const keyed = Array.from(items, (item): Keyed<T> => ({ key: keyOf(item, fields), item }));
  const sorted = keyed.sort(compare).map(({ item }) => item);
  return limit === undefined ? sorted : sorted.slice(0, limit);
}

function firstOf<T extends HasFields>(items: Iterable<T>, order: SortOrder, limit: number): T[] {
  const { fields, directions } = order;
  const kept: Keyed<T>[] = [];
  for (const item of items) {
    const last = kept[limit - 1];
    if (last && compareToKey(item, last.key, order) >= 0) continue;
    const key = keyOf(item, fields);
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
