import type { Stored } from "@ornament/contracts/projections/read-model";
import type { Collection, Document, Filter } from "mongodb";

export interface Numbered extends Stored {
  _id: number;
  text: string;
}

interface Window {
  sort?: { _id: 1 | -1 };
  skip?: number;
  limit?: number;
}

/**
 * A collection with one document for each text, numbered from 0, and a record of the queries. Sorts by `_id`
 * only. `counted` replaces the count of the found documents.
 */
export function collectionOfTexts(texts: readonly string[], counted?: number) {
  const asked: string[] = [];
  const documents = texts.map((text, _id): Numbered => ({ _id, text, position: 0n, deleted: false }));
  const matching = (filter: Filter<Numbered>) => documents.filter((document) => meetsAll(document, filter));
  const collection = {
    find: (filter: Filter<Numbered>, { sort = { _id: 1 }, skip = 0, limit }: Window = {}) => ({
      async toArray() {
        if (limit !== undefined) asked.push("page");
        const found = matching(filter);
        const sorted = sort._id === 1 ? found : found.toReversed();
        return sorted.slice(skip, limit && skip + limit);
      },
    }),
    async countDocuments(filter: Filter<Numbered>) {
      asked.push("count");
      return counted ?? matching(filter).length;
    },
    async findOne(filter: Filter<Numbered>) {
      asked.push("one");
      return matching(filter)[0] ?? null;
    },
  };
  return { collection: collection as unknown as Collection<Numbered>, asked };
}

const meetsAll = (document: Document, filter: Document): boolean =>
  Object.entries(filter).every(([key, condition]) => {
    if (key === "$and") return condition.every((part: Document) => meetsAll(document, part));
    if (key === "$nor") return !condition.some((part: Document) => meetsAll(document, part));
    if (typeof condition !== "object") return document[key] === condition;
    return Object.entries(condition).every(([name, operand]) => meets(document[key], name, operand));
  });

function meets(value: string | number, name: string, operand: unknown): boolean {
  if (name === "$in") return (operand as unknown[]).includes(value);
  if (name === "$gte") return value >= (operand as string | number);
  if (name === "$regex") return new RegExp(operand as string).test(String(value));
  throw new Error(`The operator ${name} is not supported here`);
}
