import { isDeepStrictEqual } from "node:util";
import { type Doc, shown } from "../bson/values.ts";
import { badValue, CommandError } from "../protocol/errors.ts";
import { MAX_INDEXES } from "../protocol/limits.ts";
import { parseSort } from "../query/sort.ts";
import type { Collection, IndexDefinition } from "../store/collection.ts";
import { checkNamespace } from "../store/store.ts";
import type { Command } from "./command.ts";
import { Input } from "./input.ts";

const cannotCreate = (message: string) => new CommandError(67, message);

function readDefinition(spec: Doc): IndexDefinition {
  const input = new Input("createIndexes.indexes", spec);
  input.allowOnly(["key", "name"]);
  const key = parseSort(input.doc("key"));
  if (key.length === 0) throw cannotCreate("Index keys cannot be empty.");
  return { name: input.string("name"), key };
}

/** Whether the index exists already. Throws if another index has its name or key. */
function exists({ indexes }: Collection, { name, key }: IndexDefinition): boolean {
  const sameName = indexes.find((index) => index.name === name);
  const sameKey = indexes.find((index) => isDeepStrictEqual(index.key, key));
  if (sameKey?.name === name || sameKey?.name === "_id_") return true;
  if (sameName) throw new CommandError(86, `The index ${name} has another key: ${shown(sameName.key)}`);
  if (sameKey) throw new CommandError(85, `Index already exists with a different name: ${sameKey.name}`);
  return false;
}

const createIndexes: Command = {
  writes: true,
  fields: ["indexes"],
  run: (input, { store, database }) => {
    const name = input.string("createIndexes");
    checkNamespace(database, name);
    const definitions = input.docs("indexes").map(readDefinition);
    if (definitions.length === 0) throw badValue("Must specify at least one index to create");
    const createdCollectionAutomatically = store.find(database, name) === undefined;
    const collection = store.findOrCreate(database, name);
    const numIndexesBefore = collection.indexes.length;
    for (const definition of definitions) {
      if (exists(collection, definition)) continue;
      if (collection.indexes.length >= MAX_INDEXES)
        throw cannotCreate(`add index fails, too many indexes for ${collection.namespace}`);
      collection.addIndex(definition);
    }
    const numIndexesAfter = collection.indexes.length;
    return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically };
  },
};

export const indexCommands: Readonly<Record<string, Command>> = { createIndexes };
