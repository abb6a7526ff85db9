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

/**
 * The rows of a page and the number of all rows. `without` names fields that are not read. A page that isn't full tells the number
 * by itself, so the store searches only once. The rows of a whole table are counted while the page is read.
 */
export async function readPage<D extends Stored & { _id: string | number }>(
  collection: Collection<D>,
  { filter, sort, page, without = [] }: { filter: Filter<D>; sort: Sort; page: Page; without?: (keyof D)[] },
): Promise<{ rows: WithId<D>[]; count: number }> {
  const { skip, limit } = windowOf(page);
  const projection: Document = Object.fromEntries(without.map((field) => [field, 0]));
  const find = () => collection.find(filter, { projection }).sort(sort).skip(skip).limit(limit).toArray();
  if (isWhole(filter)) {
    const [rows, count] = await Promise.all([find(), countOf(collection, filter)]);
    return { rows, count };
  }
  const rows = await find();
  const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
  return { rows, count: isLast ? skip + rows.length : await countOf(collection, filter) };
}

const isWhole = <D>(filter: Filter<D>) => Object.keys(filter).every((key) => Object.hasOwn(present, key));

/**
 * The exact number of documents that the filter finds. The store's own estimate is wrong after an unclean stop or while
 * documents move between shards. Where there are no conditions the index of the ids is counted, because it is smaller than
 * the documents.
 */
async function countOf<D extends Stored>(collection: Collection<D>, filter: Filter<D>): Promise<number> {
  const isEmpty = Object.keys(filter).length === 0;
  return Number(await collection.countDocuments(filter, isEmpty ? { hint: { _id: 1 } } : {}));
}
