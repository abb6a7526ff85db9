import { serialize } from "bson";
import Database from "libsql";
import { fieldsOf, jsValueOf } from "../bson/raw-document.ts";
import type { Doc } from "../bson/values.ts";
import { parseSort } from "../query/sort.ts";
import type { Collection } from "../store/collection.ts";
import { SqlDatabase } from "../store/sql-database.ts";
import { Store } from "../store/store.ts";
import { parseUpdate } from "../update/update.ts";
import { insertDocument, updateDocument } from "../update/write.ts";

export const bytesOf = (plain: object): Buffer => Buffer.from(serialize(plain));

/** A collection in memory with these documents, and an index for each key. */
export function collectionWith(
  documents: readonly object[],
  keys: readonly Record<string, 1 | -1>[] = [],
  sql = new SqlDatabase(new Database(":memory:")),
): Collection {
  const collection = new Store(sql).findOrCreate("d", "c");
  for (const key of keys) collection.addIndex({ name: JSON.stringify(key), key: parseSort(key) });
  for (const document of documents) insertDocument(collection, bytesOf(document));
  return collection;
}

/** The ids of the documents that a query finds. */
export function idsIn(
  collection: Collection,
  filter: object,
  query: { sort?: Doc; skip?: number; limit?: number } = {},
) {
  const places = collection.find({ ...query, filter: filter as Doc, sort: parseSort(query.sort) });
  return collection.read(places).map((raw) => idOf(raw));
}

export function replace(collection: Collection, _id: unknown, document: object): void {
  const [place] = collection.find({ filter: { _id } });
  if (place !== undefined) updateDocument(collection, place, parseUpdate(bytesOf(document)));
}

const idOf = (raw: Buffer) => {
  const field = fieldsOf(raw).get("_id");
  return field && jsValueOf(field);
};
