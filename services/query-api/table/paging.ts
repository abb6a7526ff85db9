import type { Stored } from "@ornament/contracts/read-models/read-model";
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

/** The sort of a request. All fields go in the same direction, so that one index serves both directions. */
export function sortOf<T extends TableKeys>(
  table: T,
  { fieldName, direction }: { fieldName: SortKey<T>; direction: Direction },
): Sort {
  const order = direction === "ASC" ? 1 : -1;
  return Object.fromEntries(sortFieldsOf(table, fieldName).map((field) => [field, order] as const));
}

/** The parts of a read of a page. `without` names fields that are not read. */
export interface PageRequest<D> {
  readonly filter: Filter<D>;
  readonly sort: Sort;
  readonly page: Page;
  readonly without?: readonly (keyof D)[];
}

type Row = Stored & { _id: string | number };

/**
 * The rows of a page and the number of all rows. A page that is not full gives the number without a count by
 * the store. Such a count would read every document again where a search has no index. Page and number then
 * agree, also while rows are written.
 */
export async function readPage<D extends Row>(
  collection: Collection<D>,
  request: PageRequest<D>,
): Promise<{ rows: WithId<D>[]; count: number }> {
  const { skip, limit } = windowOf(request.page);
  const rows = await readRows(collection, request);
  const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
  return { rows, count: isLast ? skip + rows.length : await countOf<D>(collection, request.filter) };
}

const leavingOut = (fields: readonly PropertyKey[]): Document =>
  Object.fromEntries(fields.map((field) => [field, 0]));

const readRows = <D extends Row>(
  collection: Collection<D>,
  { filter, sort, page, without = [] }: PageRequest<D>,
): Promise<WithId<D>[]> =>
  collection.find(filter, { sort, ...windowOf(page), projection: leavingOut(without) }).toArray();

/**
 * The exact number of documents that the filter finds. The store's estimate is wrong after an unclean stop or
 * while documents move between shards. Without conditions the index of the ids is counted, because it is
 * smaller than the documents.
 */
function countOf<D extends Stored>(collection: Collection<D>, filter: Filter<D>): Promise<number> {
  const isEmpty = Object.keys(filter).length === 0;
  return collection.countDocuments(filter, isEmpty ? { hint: { _id: 1 } } : {});
}
