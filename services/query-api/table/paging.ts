import { present, type Stored } from "@ornament/contracts/read-models/read-model";
import {
  type Direction,
  type SortKey,
  sortFieldsOf,
  type TableKeys,
} from "@ornament/contracts/tables/table-keys";
import type { Collection, Document, Filter, Sort, WithId } from "mongodb";

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
 * once. The rows of a whole table are counted while the page is read. A search for parts of texts has to look at every text, so it
 * is done once for both where it finds few.
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
  const found = searchesTexts(filter) ? await fewFound(collection, filter) : undefined;
  const { skip, limit } = windowOf(page);
  if (found) {
    const isBeyond = skip >= found.length;
    const filter = { _id: { $in: found }, ...present } as Filter<D>;
    return { rows: isBeyond ? [] : await readRows(collection, { ...request, filter }), count: found.length };
  }
  const rows = await readRows(collection, request);
  const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
  return { rows, count: isLast ? skip + rows.length : await countOf(collection, filter) };
}

function readRows<D extends Row>(
  collection: Collection<D>,
  { filter, sort, page, without = [] }: PageRequest<D>,
): Promise<WithId<D>[]> {
  const { skip, limit } = windowOf(page);
  const projection: Document = Object.fromEntries(without.map((field) => [field, 0]));
  return collection.find(filter, { projection }).sort(sort).skip(skip).limit(limit).toArray();
}

const isWhole = <D>(filter: Filter<D>) => Object.keys(filter).every((key) => Object.hasOwn(present, key));

/** Whether a condition looks for a part of a text, which no index helps to find. */
const searchesTexts = (filter: Document): boolean =>
  Object.entries(filter).some(([key, condition]) =>
    key.startsWith("$") ? condition.some(searchesTexts) : condition?.$regex !== undefined,
  );

/** Most documents that are few. */
const few = 1_000;

/** The ids of all documents that the filter finds, or `undefined` if they are more than a few. */
async function fewFound<D extends Row>(
  collection: Collection<D>,
  filter: Filter<D>,
): Promise<D["_id"][] | undefined> {
  const atMost = few + 1;
  const found = await collection
    .find<Pick<D, "_id">>(filter, { projection: { _id: 1 }, limit: atMost, batchSize: atMost })
    .toArray();
  return found.length > few ? undefined : found.map(({ _id }) => _id);
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
