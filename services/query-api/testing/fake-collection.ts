import type { Stored } from "@ornament/contracts/read-models/read-model";
import type { Collection, Document, Filter } from "mongodb";

export interface Numbered extends Stored {
  _id: number;
  text: string;
}

interface Asked {
  /** Of a count. */
  pipeline?: [{ $match: Filter<Numbered> }];
  filter: Filter<Numbered>;
  sort: { _id: 1 | -1 };
  skip?: number;
  limit: number;
}

/**
 * A collection with one document for each text, numbered from 0, and what was asked of it. Sorts by `_id` only. `counted` is what it
 * counts in place of the number of documents found.
 */
export function collectionOfTexts(texts: readonly string[], counted?: number) {
  const asked: string[] = [];
  const documents = texts.map((text, _id): Numbered => ({ _id, text, position: 0n, deleted: false }));
  const matching = (filter: Filter<Numbered>) => documents.filter((document) => meetsAll(document, filter));
  const command = async ({ pipeline, filter, sort, skip = 0, limit }: Asked) => {
    if (pipeline) {
      asked.push("count");
      const n = counted ?? matching(pipeline[0].$match).length;
      return { cursor: { id: 0n, firstBatch: n === 0 ? [] : [{ _id: 1, n }] } };
    }
    asked.push("page");
    const found = matching(filter);
    const sorted = sort._id === 1 ? found : found.toReversed();
    return { cursor: { id: 0n, firstBatch: sorted.slice(skip, skip + limit) } };
  };
  const collection = {
    db: { command },
    find: (filter: Filter<Numbered>) => ({ toArray: async () => matching(filter) }),
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
    if (typeof condition !== "object") return document[key] === condition;
    return Object.entries(condition).every(([name, operand]) => meets(document[key], name, operand));
  });

function meets(value: string | number, name: string, operand: unknown): boolean {
  if (name === "$gte") return value >= (operand as string | number);
  if (name === "$regex") return new RegExp(operand as string).test(String(value));
  throw new Error(`The operator ${name} is not there`);
}
