import { Refusal } from "@ornament/contracts/errors";
import { type IndexDefinition, present, type Stored } from "@ornament/contracts/read-models/read-model";
import { type SortKey, sortFieldsOf, type TableKeys } from "@ornament/contracts/tables/table-keys";
import type { Collection, Document, Filter, Sort } from "mongodb";

/** Documents that are read at once. */
const chunkSize = 500;
/** Ids that are read at once. */
const batchSize = 2_000;

type Row = Stored & { _id: string | number };

/** What all rows of a table are found by. */
export interface Wanted<D> {
  readonly filter: Filter<D>;
  readonly sort: Sort;
  /** An index whose keys stay the same while a document exists. Undefined where all indexes that can be used are such. */
  readonly hint?: IndexDefinition["key"] | undefined;
  /** What the document store can't check, and the fields that this check reads. */
  readonly check?:
    | { readonly fields: readonly (keyof D)[]; readonly matches: (document: D) => boolean }
    | undefined;
}

/**
 * The index by which all rows of a table are found. One that changes of a row move it in could lead to the row twice or not at all:
 * the document store reads an index in batches. An order that has no such index is sorted by the store before it answers.
 */
export const steadyIndex = <T extends TableKeys>(table: T, key: SortKey<T>): IndexDefinition["key"] =>
  Object.fromEntries(
    (sortFieldsOf(table, key).length === table.ties.length ? table.ties : ["_id"]).map((field) => [field, 1]),
  );

/** The ids of all rows that are found, in order and in batches. Ids that end without an error are complete. */
export async function* idsInOrder<D extends Row>(
  collection: Collection<D>,
  { filter, sort, hint, check }: Wanted<D>,
): AsyncGenerator<D["_id"][]> {
  const fields = check?.fields ?? ["_id"];
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  const options = { projection, batchSize, ...(hint ? { hint: { ...hint } } : {}) };
  const cursor = collection.find(filter, options).sort(sort);
  try {
    for (let first = await cursor.next(); first !== null; first = await cursor.next()) {
      const found = [first, ...cursor.readBufferedDocuments()] as D[];
      yield (check ? found.filter(check.matches) : found).map(({ _id }) => _id);
    }
    // A cursor that something else closed also returns no more documents.
    if (cursor.id && !cursor.id.isZero()) throw new Error("A cursor was closed before its end");
  } finally {
    await cursor.close();
  }
}

/**
 * The documents of the ids in chunks, in the order of the ids, each as it is when it is read. No cursor is open meanwhile, so the reader
 * may take any time.
 * @param inPlaceOf finds what has taken the place of documents that are gone. They are left out without it.
 */
export async function* rowsById<D extends Row>(
  collection: Collection<D>,
  ids: AsyncIterable<readonly D["_id"][]>,
  inPlaceOf?: (gone: readonly D["_id"][], all: readonly D["_id"][]) => Promise<ReadonlyMap<D["_id"], D[]>>,
): AsyncGenerator<D[]> {
  const all: D["_id"][] = [];
  for await (const batch of ids) all.push(...batch);
  for (let at = 0; at < all.length; at += chunkSize) {
    const wanted = all.slice(at, at + chunkSize);
    const found = await documentsById(collection, wanted);
    const gone = wanted.filter((id) => !found.has(id));
    const others = gone.length > 0 ? await inPlaceOf?.(gone, all) : undefined;
    yield wanted.flatMap((id) => found.get(id) ?? others?.get(id) ?? []);
  }
}

/** The documents by id. Throws `unavailable` when the collection was dropped, so that nothing looks as if it had never been there. */
export async function documentsById<D extends Row>(
  collection: Collection<D>,
  ids: readonly D["_id"][],
  projection?: Document,
): Promise<Map<D["_id"], D>> {
  if (ids.length === 0) return new Map();
  const filter = { _id: { $in: ids } } as Filter<D>;
  const options = { batchSize: ids.length + 1, ...(projection ? { projection } : {}) };
  const found = (await collection.find(filter, options).toArray()) as D[];
  if (found.length === 0 && (await isDropped(collection)))
    throw new Refusal("unavailable", { retryAfterSeconds: 1 });
  return new Map(found.flatMap((each) => (each.deleted === present.deleted ? [[each._id, each]] : [])));
}

async function isDropped<D extends Row>({ db, collectionName: name }: Collection<D>): Promise<boolean> {
  const [known] = await db.listCollections({ name }, { nameOnly: true }).toArray();
  return known === undefined;
}
