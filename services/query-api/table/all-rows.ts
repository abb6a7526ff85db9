import { type IndexDefinition, present, type Stored } from "@ornament/contracts/projections/read-model";
import { Refusal } from "@ornament/contracts/routes/errors";
import { type SortKey, sortFieldsOf, type TableKeys } from "@ornament/contracts/tables/table-keys";
import type { Collection, Document, Filter, Sort } from "mongodb";

const chunkSize = 500;
const batchSize = 2_000;

type Row = Stored & { _id: string | number };

export interface Wanted<D> {
  readonly filter: Filter<D>;
  readonly sort: Sort;
  /** An index whose keys stay the same while a document exists; undefined where all usable indexes are of that kind. */
  readonly hint?: IndexDefinition["key"] | undefined;
  /** A check that the document store can't make, and the fields that it reads. */
  readonly check?:
    | { readonly fields: readonly (keyof D)[]; readonly matches: (document: D) => boolean }
    | undefined;
}

/**
 * The index that finds all rows of a table. An index in which a change moves a row could lead to the row
 * twice or never, because the document store reads an index in batches. For an order without a stable index
 * the store sorts before it answers.
 */
export const steadyIndex = <T extends TableKeys>(table: T, key: SortKey<T>): IndexDefinition["key"] =>
  Object.fromEntries(
    (sortFieldsOf(table, key).length === table.ties.length ? table.ties : ["_id"]).map((field) => [field, 1]),
  );

/**
 * The ids of all found rows, in order and in batches. Ids that end without an error are complete. An export reads
 * ids first and the rows by id, so it has each row once however slow its reader is. A snapshot read would need a
 * replica set, end after five minutes, and show data that were erased since.
 */
export async function* idsInOrder<D extends Row>(
  collection: Collection<D>,
  wanted: Wanted<D>,
): AsyncGenerator<D["_id"][]> {
  for await (const found of documentsInOrder(collection, wanted, wanted.check?.fields ?? ["_id"]))
    yield found.map(({ _id }) => _id);
}

/** The same with some fields of the rows. */
export async function* documentsInOrder<D extends Row, F extends keyof D>(
  collection: Collection<D>,
  { filter, sort, hint, check }: Wanted<D>,
  fields: readonly F[],
): AsyncGenerator<Pick<D, F | "_id">[]> {
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  const options = { projection, batchSize, ...(hint ? { hint: { ...hint } } : {}) };
  const cursor = collection.find(filter, options).sort(sort);
  try {
    for (let first = await cursor.next(); first !== null; first = await cursor.next()) {
      const found = [first, ...cursor.readBufferedDocuments()] as D[];
      yield check ? found.filter(check.matches) : found;
    }
    // A cursor that was closed elsewhere also returns no more documents.
    if (cursor.id && !cursor.id.isZero()) throw new Error("A cursor was closed before its end");
  } finally {
    await cursor.close();
  }
}

/**
 * The documents of the ids in chunks, in the order of the ids, each as it is when it is read. No cursor is
 * open between the chunks, so the reader may take any time.
 * @param inPlaceOf finds the documents that have replaced missing ones; without it they are skipped.
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

/** The documents by id. Throws `unavailable` when the collection was dropped. */
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
