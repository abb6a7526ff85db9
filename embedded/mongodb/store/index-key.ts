import { compareValues } from "../bson/compare.ts";
import { rawOrder } from "../bson/raw.ts";
import type { Value } from "../bson/value.ts";
import { notImplemented } from "../protocol/errors.ts";
import { type HasFields, StoredDocument } from "./stored-document.ts";

/** One value for each field of an index or an order. */
export type IndexKey = readonly Value[];

/** A document's key; a missing field counts as null. Throws NotImplemented for an array. */
export const keyOf = (doc: HasFields, fields: readonly string[]): IndexKey =>
  fields.map((field) => keyValue(doc, field));

/** The value of one field of a key. Throws as `keyOf` does. */
export function keyValue(doc: HasFields, field: string): Value {
  const value = doc.field(field) ?? null;
  if (Array.isArray(value)) throw notImplemented(`arrays as keys, such as the field '${field}',`);
  return value;
}

export function compareKeys(a: IndexKey, b: IndexKey, directions: readonly number[]): number {
  for (let i = 0; i < directions.length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order * (directions[i] as number);
  }
  return 0;
}

export interface KeyFields {
  readonly fields: readonly string[];
  readonly directions: readonly number[];
}

/** The comparison of a document with a key, without making a key for it. */
export function compareToKey(doc: HasFields, key: IndexKey, { fields, directions }: KeyFields): number {
  for (let i = 0; i < fields.length; i++) {
    const order = compareField(doc, fields[i] as string, key[i] as Value);
    if (order !== 0) return order * (directions[i] as number);
  }
  return 0;
}

function compareField(doc: HasFields, field: string, value: Value): number {
  const order = doc instanceof StoredDocument ? rawOrder(doc.raw, field, value) : undefined;
  return order ?? compareValues(keyValue(doc, field), value);
}
