import type { Stored } from "@ornament/contracts/read-models/read-model";
import type { Collection, Document, Filter, Sort, WithId } from "mongodb";

/** Most documents of a kind that the search box shows. */
const most = 5;

/**
 * The documents that the filters find: first those of the first filter, each once. A filter is used only while there are not
 * enough. `more` says that there are others.
 */
export async function bestFirst<D extends Stored & { _id: string | number }>(
  collection: Collection<D>,
  { filters, sort, fields }: { filters: readonly Filter<D>[]; sort: Sort; fields: readonly (keyof D)[] },
): Promise<{ found: WithId<D>[]; more: boolean }> {
  const projection: Document = Object.fromEntries(fields.map((field) => [field, 1]));
  const found = new Map<string | number, WithId<D>>();
  for (const filter of filters) {
    if (found.size > most) break;
    const documents = await collection
      .find(filter, { projection })
      .sort(sort)
      .limit(most + 1)
      .toArray();
    for (const document of documents) if (!found.has(document._id)) found.set(document._id, document);
  }
  return { found: [...found.values()].slice(0, most), more: found.size > most };
}
