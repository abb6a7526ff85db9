import type { Stored } from "@ornament/contracts/read-models/read-model";
import type { Collection, Filter, WithId } from "mongodb";
import { allOf } from "./conditions.ts";
import { type PageRequest, readPage } from "./paging.ts";

/**
 * The searches of a table. The first one with a result in the whole table is used, otherwise the last one.
 * Then filters and dates narrow the result.
 */
export interface NarrowedSearch<D> {
  readonly searches: readonly Filter<D>[];
  /** The rows with PINs similar to the term. Used if no search has a result. */
  readonly similar?: Filter<D> | undefined;
  /** `{}` for none. */
  readonly narrowing: Filter<D>;
}

/** The rows of a page and the number of all rows. `similar` says that they only have similar PINs. */
export interface FoundPage<D> {
  rows: WithId<D>[];
  count: number;
  similar?: true;
}

/** A page of the search's result, and the number of all rows. */
export async function readFirstFound<D extends Stored & { _id: string | number }>(
  collection: Collection<D>,
  { searches, similar, narrowing, ...request }: NarrowedSearch<D> & Omit<PageRequest<D>, "filter">,
): Promise<FoundPage<D>> {
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

/** The filter for all rows of the search's result. */
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
