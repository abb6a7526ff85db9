import type { Stored } from "@ornament/contracts/projections/read-model";
import {
  type Direction,
  type SortKey,
  sortFieldsOf,
  type TableKeys,
} from "@ornament/contracts/tables/table-keys";
import type { Collection, Document, Filter, Sort, WithId } from "mongodb";
import { allOf, noneOf } from "./conditions.ts";

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
interface PageRequest<D> {
  readonly filter: Filter<D>;
  /** Rows that come before the others. A row meets this condition always or never, so that it never moves. */
  readonly ahead?: Filter<D> | undefined;
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
  { ahead, page, ...request }: PageRequest<D>,
): Promise<RowsOf<D>> {
  const { skip, limit } = windowOf(page);
  if (ahead === undefined) return readPart(collection, { ...request, skip, limit });
  // Most searches find less than a page: one pass over the documents finds all of it.
  const beginning = skip > 0 ? [] : await readRows(collection, { ...request, skip, limit });
  if (skip === 0 && beginning.length < limit)
    return { rows: await inOrder(collection, beginning, ahead), count: beginning.length };
  const partOf = (condition: Filter<D>, skip: number, limit: number) =>
    readPart(collection, { ...request, filter: allOf([request.filter, condition]), skip, limit });
  const first = await partOf(ahead, skip, limit);
  const others = await partOf(noneOf(ahead), Math.max(0, skip - first.count), limit - first.rows.length);
  return { rows: [...first.rows, ...others.rows], count: first.count + others.count };
}

async function inOrder<D extends Row>(collection: Collection<D>, rows: WithId<D>[], ahead: Filter<D>) {
  if (rows.length < 2) return rows;
  const ofRows = { _id: { $in: rows.map(({ _id }) => _id) } } as Filter<D>;
  const found = await collection.find(allOf([ofRows, ahead]), { projection: { _id: 1 } }).toArray();
  const first = new Set(found.map(({ _id }) => _id));
  return [...rows.filter(({ _id }) => first.has(_id)), ...rows.filter(({ _id }) => !first.has(_id))];
}

interface RowsOf<D> {
  rows: WithId<D>[];
  count: number;
}

type PartRequest<D> = Omit<PageRequest<D>, "ahead" | "page"> & { skip: number; limit: number };

async function readPart<D extends Row>(
  collection: Collection<D>,
  request: PartRequest<D>,
): Promise<RowsOf<D>> {
  const { filter, skip, limit } = request;
  const rows = await readRows(collection, request);
  const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
  return { rows, count: isLast ? skip + rows.length : await countOf<D>(collection, filter) };
}

const leavingOut = (fields: readonly PropertyKey[]): Document =>
  Object.fromEntries(fields.map((field) => [field, 0]));

/** A limit of 0 would read all rows. */
const readRows = async <D extends Row>(
  collection: Collection<D>,
  { filter, sort, skip, limit, without = [] }: PartRequest<D>,
): Promise<WithId<D>[]> =>
  limit === 0
    ? []
    : collection.find(filter, { sort, skip, limit, projection: leavingOut(without) }).toArray();

/**
 * The exact number of documents that the filter finds. The store's estimate is wrong after an unclean stop or
 * while documents move between shards. Without conditions the index of the ids is counted, because it is
 * smaller than the documents.
 */
function countOf<D extends Stored>(collection: Collection<D>, filter: Filter<D>): Promise<number> {
  const isEmpty = Object.keys(filter).length === 0;
  return collection.countDocuments(filter, isEmpty ? { hint: { _id: 1 } } : {});
}

/** The first search with a result in the whole table is used, otherwise the last. Then filters narrow it. */
export interface NarrowedSearch<D> {
  readonly searches: readonly Filter<D>[];
  /** The rows with PINs similar to the term. Used if no search has a result. */
  readonly similar?: Filter<D> | undefined;
  /** `{}` for none. */
  readonly narrowing: Filter<D>;
}

/** A page of the result. `similar` says that its rows only have similar PINs. */
export async function readFirstFound<D extends Stored & { _id: string | number }>(
  collection: Collection<D>,
  { searches, similar, narrowing, ...request }: NarrowedSearch<D> & Omit<PageRequest<D>, "filter">,
): Promise<RowsOf<D> & { similar?: true }> {
  const read = (search: Filter<D>) =>
    readPage(collection, { ...request, filter: allOf([narrowing, search]) });
  const isNarrowed = Object.keys(narrowing).length > 0;
  const { before, last } = inTurn({ searches, similar });
  for (const search of before) {
    const found = await read(search);
    if (found.count > 0 || (isNarrowed && (await finds(collection, search)))) return found;
  }
  const found = await read(last);
  return last === similar && found.count > 0 ? { ...found, similar: true } : found;
}

export async function filterOfFirstFound<D extends Stored>(
  collection: Collection<D>,
  { narrowing, ...search }: NarrowedSearch<D>,
): Promise<Filter<D>> {
  const { before, last } = inTurn(search);
  for (const search of before) if (await finds(collection, search)) return allOf([narrowing, search]);
  return allOf([narrowing, last]);
}

function inTurn<D>({ searches, similar }: Pick<NarrowedSearch<D>, "searches" | "similar">) {
  const all = similar === undefined ? searches : [...searches, similar];
  return { before: all.slice(0, -1), last: all.at(-1) ?? {} };
}

const finds = async <D extends Stored>(collection: Collection<D>, filter: Filter<D>) =>
  (await collection.findOne(filter, { projection: { _id: 1 } })) !== null;
