import { isDeepStrictEqual } from "node:util";
import { type Doc, isNumber, shown } from "../bson/values.ts";
import { CommandError, failedToParse, notImplemented } from "../protocol/errors.ts";
import { MAX_INDEXES } from "../protocol/limits.ts";
import { realNames } from "../protocol/real-names.ts";
import type { SortOrder } from "../query/sort.ts";
import type { Collection, IndexDefinition } from "../store/collection.ts";
import { checkNamespace } from "../store/store.ts";
import type { Command } from "./command.ts";
import { Input } from "./input.ts";

const indexFields = ["key", "name"];

const cannotCreate = (message: string) => new CommandError(67, message);

function readDefinition(spec: Doc): IndexDefinition {
  const input = new Input("createIndexes.indexes", spec);
  for (const field of Object.keys(spec)) {
    if (indexFields.includes(field) || (field === "unique" && spec[field] === false)) continue;
    if (realNames.indexOptions.has(field)) throw notImplemented(`indexes with '${field}'`);
    throw new CommandError(
      197,
      `Error in specification ${shown(spec)} :: caused by :: The field '${field}' is not valid for an index specification`,
    );
  }
  const name = input.optionalString("name");
  if (!name) {
    throw failedToParse(
      `Error in specification ${shown(spec)} :: caused by :: The 'name' field is a required property of an index specification`,
    );
  }
  return { name, key: readKey(input.doc("key")) };
}

function readKey(pattern: Doc): SortOrder {
  const entries = Object.entries(pattern);
  if (entries.length === 0) throw cannotCreate("Index keys cannot be empty.");
  if (entries.length > 32) throw cannotCreate("Index key pattern exceeds the maximum of 32 fields");
  return entries.map(([field, direction]) => {
    if (field === "$**" || realNames.indexTypes.has(String(direction))) {
      throw notImplemented(`indexes such as ${shown(pattern)}`);
    }
    if (field === "" || field.startsWith("$")) {
      throw cannotCreate(`Index key contains an illegal field name: '${field}'`);
    }
    if (field.includes(".")) throw notImplemented(`indexes of nested fields, such as '${field}',`);
    if (!isNumber(direction) || !Number(direction)) {
      throw cannotCreate(`Unknown index plugin or key value ${shown(direction)} for '${field}'`);
    }
    return [field, Number(direction) > 0 ? 1 : -1];
  });
}

const specOf = ({ name, key }: IndexDefinition) => ({ v: 2, key: Object.fromEntries(key), name });

/** Whether the index exists already. Throws if another index has its name or key. */
function exists(collection: Collection, wanted: IndexDefinition): boolean {
  for (const definition of collection.indexes) {
    const sameKey = isDeepStrictEqual(definition.key, wanted.key);
    if (definition.name === "_id_" && sameKey) return true;
    if (definition.name === wanted.name) {
      if (sameKey) return true;
      throw new CommandError(
        86,
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${shown(specOf(wanted))}, existing index: ${shown(specOf(definition))}`,
      );
    }
    if (sameKey) {
      throw new CommandError(85, `Index already exists with a different name: ${definition.name}`);
    }
  }
  return false;
}

const createIndexes: Command = {
  writes: true,
  fields: ["indexes"],
  refused: ["commitQuorum"],
  run: (input, { store, database }) => {
    const name = input.string("createIndexes");
    checkNamespace(database, name);
    const definitions = input.docs("indexes").map(readDefinition);
    if (definitions.length === 0) throw new CommandError(2, "Must specify at least one index to create");
    const createdCollectionAutomatically = store.find(database, name) === undefined;
    const collection = store.findOrCreate(database, name);
    const numIndexesBefore = collection.indexes.length;
    for (const definition of definitions) {
      if (exists(collection, definition)) continue;
      if (collection.indexes.length >= MAX_INDEXES) {
        throw cannotCreate(`add index fails, too many indexes for ${collection.namespace}`);
      }
      collection.addIndex(definition);
    }
    const numIndexesAfter = collection.indexes.length;
    const note = numIndexesAfter === numIndexesBefore ? { note: "all indexes already exist" } : {};
    return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ...note };
  },
};

export const indexCommands: Readonly<Record<string, Command>> = { createIndexes };
