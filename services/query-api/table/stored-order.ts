import type { Document, Sort } from "mongodb";

type Key = readonly [rank: number, value: number | bigint | string];

/**
 * Sorts documents as the document store does: by type, then by value; nothing comes before anything. For fields with numbers,
 * texts, booleans and dates.
 */
export function inStoredOrder<D extends Document>(documents: readonly D[], sort: Sort): D[] {
  const fields = Object.entries(sort as Record<string, 1 | -1>);
  const keyed = documents.map((document) => ({
    document,
    keys: fields.map(([field]) => keyOf(document[field])),
  }));
  const compare = (a: readonly Key[], b: readonly Key[]) => {
    for (const [i, [, direction]] of fields.entries()) {
      const order = compareKeys(a[i] as Key, b[i] as Key);
      if (order !== 0) return order * direction;
    }
    return 0;
  };
  return keyed.sort((a, b) => compare(a.keys, b.keys)).map(({ document }) => document);
}

function keyOf(value: unknown): Key {
  if (typeof value === "number" || typeof value === "bigint") return [1, value];
  // The store compares the bytes of UTF-8, JavaScript the units of UTF-16.
  if (typeof value === "string") return [2, Buffer.from(value).toString("latin1")];
  if (typeof value === "boolean") return [3, Number(value)];
  return value instanceof Date ? [4, value.getTime()] : [0, 0];
}

function compareKeys([rank, value]: Key, [otherRank, other]: Key): number {
  if (rank !== otherRank) return rank - otherRank;
  return value < other ? -1 : Number(value > other);
}
