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

/** Skip and limit of a page, counted from 1. */
export const windowOf = ({ page, limit }: Page) => ({ skip: (page - 1) * limit, limit });

/** The sort that a request asks for. All fields go in the same direction, so that one index serves both directions. */
export function sortOf<T extends TableKeys>(
  table: T,
  { fieldName, direction }: { fieldName: SortKey<T>; direction: Direction },
): Sort {
  const order = direction === "ASC" ? 1 : -1;
  return Object.fromEntries(sortFieldsOf(table, fieldName).map((field) => [field, order] as const));
}

/** Any of the conditions; one alone stands by itself. */
export function anyOf<D>(conditions: Filter<D>[]): Filter<D> {
  const [only] = conditions;
  return conditions.length === 1 && only ? only : ({ $or: conditions } as Filter<D>);
}

/** The rows of a page and how many there are in all; `without` names fields that the rows are not asked for. */
export async function readPage<D extends Stored & { _id: string | number }>(
  collection: Collection<D>,
  { filter, sort, page, without = [] }: { filter: Filter<D>; sort: Sort; page: Page; without?: (keyof D)[] },
): Promise<{ rows: WithId<D>[]; count: number }> {
  const { skip, limit } = windowOf(page);
  const projection: Document = Object.fromEntries(without.map((field) => [field, 0]));
  const [rows, count] = await Promise.all([
    collection.find(filter, { projection }).sort(sort).skip(skip).limit(limit).toArray(),
    countOf(collection, filter),
  ]);
  return { rows, count };
}

/**
 * How many documents the filter finds, exactly: the store's own idea of how many it holds is an estimate that an unclean
 * stop, or documents on their way between shards, make wrong. Of a whole table the index of its ids is counted, which is
 * far smaller than its documents.
 */
async function countOf<D extends Stored>(collection: Collection<D>, filter: Filter<D>): Promise<number> {
  const isWhole = Object.keys(filter).length === 0;
  return Number(await collection.countDocuments(filter, isWhole ? { hint: { _id: 1 } } : {}));
}
