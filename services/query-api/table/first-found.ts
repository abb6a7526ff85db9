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
  /** `{}` for none. */
  readonly narrowing: Filter<D>;
}

/** A page of the search's result, and the number of all rows. */
export async function readFirstFound<D extends Stored & { _id: string | number }>(
  collection: Collection<D>,
  { searches, narrowing, ...request }: NarrowedSearch<D> & Omit<PageRequest<D>, "filter">,
): Promise<{ rows: WithId<D>[]; count: number }> {
  const read = (search: Filter<D>) =>
    readPage(collection, { ...request, filter: allOf([narrowing, search]) });
  const isNarrowed = Object.keys(narrowing).length > 0;
  for (const search of searches.slice(0, -1)) {
    const found = await read(search);
    if (found.count > 0 || (isNarrowed && (await finds(collection, search)))) return found;
  }
  return read(searches.at(-1) ?? {});
}

/** The filter for all rows of the search's result. */
export async function filterOfFirstFound<D extends Stored>(
  collection: Collection<D>,
  { searches, narrowing }: NarrowedSearch<D>,
): Promise<Filter<D>> {
  for (const search of searches.slice(0, -1))
    if (await finds(collection, search)) return allOf([narrowing, search]);
  return allOf([narrowing, searches.at(-1) ?? {}]);
}

const finds = async <D extends Stored>(collection: Collection<D>, filter: Filter<D>) =>
  (await collection.findOne(filter, { projection: { _id: 1 } })) !== null;
