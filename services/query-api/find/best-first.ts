import type { Stored } from "@ornament/contracts/read-models/read-model";
import type { Collection, Document, Filter, Sort, WithId } from "mongodb";

/** The largest number of documents of a kind that the search box shows. */
const most = 5;

/**
 * The documents that the filters find: first those of the first filter, each once. The filters come in steps:
 * those of one step are asked at the same time, and the next step only while fewer than `enough` are found.
 * `more` says that there are others.
 */
export async function bestFirst<D extends Stored & { _id: string | number }>(
  collection: Collection<D>,
  {
    steps,
    sort,
    fields,
    enough = most + 1,
  }: {
    steps: readonly Filter<D>[][];
    sort: Sort;
    fields: readonly (keyof D)[];
    enough?: number | undefined;
  },
): Promise<{ found: WithId<D>[]; more: boolean }> {
  const projection: Document = Object.fromEntries(fields.map((field) => [field, 1]));
  const firstOf = (filter: Filter<D>) =>
    collection
      .find(filter, { projection })
      .sort(sort)
      .limit(most + 1)
      .toArray();
  const found = new Map<string | number, WithId<D>>();
  for (const filters of steps) {
    if (found.size >= enough) break;
    const documents = (await Promise.all(filters.map(firstOf))).flat();
    for (const document of documents) if (!found.has(document._id)) found.set(document._id, document);
  }
  return { found: [...found.values()].slice(0, most), more: found.size > most };
}
