import { present, type Stored } from "@ornament/contracts/read-models/read-model";
import {
  type Direction,
  type SortKey,
  sortFieldsOf,
  type TableKeys,
} from "@ornament/contracts/tables/table-keys";
import type { Collection, Document, Filter, Sort, WithId } from "mongodb";
import { inStoredOrder } from "./stored-order.ts";

export interface Page {
  page: number;
  limit: number;
}

/** Skip and limit of a page. The first page is 1. */
export const windowOf = ({ page, limit }: Page) => ({ skip: (page - 1) * limit, limit });

/** The sort that a request asks for. All fields go in the same direction, so that one index serves both directions. */
export function sortOf<T extends TableKeys>(
  table: T,
  { fieldName, direction }: { fieldName: SortKey<T>; direction: Direction },
): Sort {
  const order = direction === "ASC" ? 1 : -1;
  return Object.fromEntries(sortFieldsOf(table, fieldName).map((field) => [field, order] as const));
}

/** A filter for any of the conditions. */
export function anyOf<D>(conditions: Filter<D>[]): Filter<D> {
  const [only] = conditions;
  return conditions.length === 1 && only ? only : ({ $or: conditions } as Filter<D>);
}

/** What a page of a table is read with. `without` names fields that are not read. */
export interface PageRequest<D> {
  readonly filter: Filter<D>;
  readonly sort: Sort;
  readonly page: Page;
  readonly without?: readonly (keyof D)[];
}

type Row = Stored & { _id: string | number };

/**
 * The rows of a page and the number of all rows. A page that isn't full tells the number by itself, so the store searches only
 * once. The rows of a whole table are counted while the page is read.
 */
export async function readPage<D extends Row>(
  collection: Collection<D>,
  request: PageRequest<D>,
): Promise<{ rows: WithId<D>[]; count: number }> {
  const { filter, page } = request;
  if (isWhole(filter)) {
    const [rows, count] = await Promise.all([readRows(collection, request), countOf<D>(collection, filter)]);
    return { rows, count };
  }
  if (searchesTexts(filter)) return readTextSearch(collection, request);
  const { skip, limit } = windowOf(page);
  const rows = await readRows(collection, request);
  const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
  return { rows, count: isLast ? skip + rows.length : await countOf(collection, filter) };
}

/** A search for parts of texts, which has to look at every text, is done once where it finds few: for the page and the number. */
async function readTextSearch<D extends Row>(
  collection: Collection<D>,
  request: PageRequest<D>,
): Promise<{ rows: WithId<D>[]; count: number }> {
  const { filter, sort, page } = request;
  const found = await fewFound(collection, request);
  if (!found) {
    const [rows, count] = await Promise.all([readRows(collection, request), countOf(collection, filter)]);
    return { rows, count };
  }
  const { skip, limit } = windowOf(page);
  const wanted = inStoredOrder(found, sort)
    .slice(skip, skip + limit)
    .map(({ _id }) => _id);
  return { rows: await readByIds(collection, wanted, request), count: found.length };
}

/** The documents in the order of the ids. One that was deleted in the meantime is left out. */
async function readByIds<D extends Row>(
  collection: Collection<D>,
  ids: readonly D["_id"][],
  { without = [] }: PageRequest<D>,
): Promise<WithId<D>[]> {
  if (ids.length === 0) return [];
  const filter = { _id: { $in: ids }, ...present } as Filter<D>;
  const documents = await collection.find(filter, { projection: leavingOut(without) }).toArray();
  const byId = new Map<unknown, WithId<D>>(documents.map((document) => [document._id, document]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const leavingOut = (fields: readonly PropertyKey[]): Document =>
  Object.fromEntries(fields.map((field) => [field, 0]));

function readRows<D extends Row>(
  collection: Collection<D>,
  { filter, sort, page, without = [] }: PageRequest<D>,
): Promise<WithId<D>[]> {
  const { skip, limit } = windowOf(page);
  return collection
    .find(filter, { projection: leavingOut(without) })
    .sort(sort)
    .skip(skip)
    .limit(limit)
    .toArray();
}

const isWhole = <D>(filter: Filter<D>) => Object.keys(filter).every((key) => Object.hasOwn(present, key));

/** Whether a condition looks for a part of a text, which no index helps to find. */
const searchesTexts = (filter: Document): boolean =>
  Object.entries(filter).some(([key, condition]) =>
    key.startsWith("$") ? condition.some(searchesTexts) : condition?.$regex !== undefined,
  );

/** Most documents that are few. */
const few = 1_000;

/** The ids and sort fields of all documents that the filter finds, or `undefined` if they are more than a few. */
async function fewFound<D extends Row>(
  collection: Collection<D>,
  { filter, sort }: PageRequest<D>,
): Promise<(Document & Pick<D, "_id">)[] | undefined> {
  const atMost = few + 1;
  const fields = ["_id", ...Object.keys(sort)];
  const projection: Document = Object.fromEntries(fields.map((field) => [field, 1]));
  const found = await collection
    .find<Document & Pick<D, "_id">>(filter, { projection, limit: atMost, batchSize: atMost })
    .toArray();
  return found.length > few ? undefined : found;
}

/**
 * The exact number of documents that the filter finds. The store's own estimate is wrong after an unclean stop or while
 * documents move between shards. Where there are no conditions the index of the ids is counted, because it is smaller than
 * the documents.
 */
async function countOf<D extends Stored>(collection: Collection<D>, filter: Filter<D>): Promise<number> {
  const isEmpty = Object.keys(filter).length === 0;
  return Number(await collection.countDocuments(filter, isEmpty ? { hint: { _id: 1 } } : {}));
}
