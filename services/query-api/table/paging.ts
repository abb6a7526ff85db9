import type { SortDirection } from "@ornament/contracts/api/table";
import type { Stored } from "@ornament/contracts/read-models/read-model";
import type { Collection, Document, Filter, Sort, WithId } from "mongodb";

export interface Page {
  page: number;
  limit: number;
}

/** Skip and limit of a page, counted from 1. */
export const windowOf = ({ page, limit }: Page) => ({ skip: (page - 1) * limit, limit });

/** A sort by one field, ties in the table's own order and the same direction, so that an index serves both ways. */
export function sortBy(field: string, direction: SortDirection, tie: readonly string[]): Sort {
  const way = direction === "ASC" ? 1 : -1;
  return Object.fromEntries([...new Set([field, ...tie])].map((name) => [name, way] as const));
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
 * How many documents the filter finds. Whole tables are not counted one by one: the store knows how many documents it
 * holds, and those that were deleted a moment ago are few.
 */
async function countOf<D extends Stored>(collection: Collection<D>, filter: Filter<D>): Promise<number> {
  const fields = Object.keys(filter);
  if (fields.length === 0) return collection.estimatedDocumentCount();
  if (fields.length > 1 || filter.deleted !== false) return collection.countDocuments(filter);
  const tombstones = { deleted: true } as Filter<D>;
  const [all, deleted] = await Promise.all([
    collection.estimatedDocumentCount(),
    collection.countDocuments(tombstones),
  ]);
  return all - deleted;
}
