import { equalValues } from "../bson/compare.ts";
import { renderDoc, renderValue } from "../bson/render.ts";
import { asNumber, type Doc, docOf, isNumber } from "../bson/value.ts";
import { CommandError, failedToParse, notImplemented } from "../protocol/errors.ts";
import { MAX_INDEXES } from "../protocol/limits.ts";
import { realNames } from "../protocol/real-names.ts";
import type { Collection } from "../store/collection.ts";
import type { IndexDefinition } from "../store/collection-index.ts";
import { checkNamespace } from "../store/store.ts";
import type { Command } from "./command.ts";
import { Input } from "./input.ts";

const indexFields = ["key", "name", "unique"];

const cannotCreate = (message: string) => new CommandError(67, message);

function readDefinition(spec: Doc): IndexDefinition {
  const input = new Input("createIndexes.indexes", spec);
  for (const field of Object.keys(spec)) {
    if (indexFields.includes(field)) continue;
    if (realNames.indexOptions.has(field)) throw notImplemented(`indexes with '${field}'`);
    throw new CommandError(
      197,
      `Error in specification ${renderDoc(spec)} :: caused by :: The field '${field}' is not valid for an index specification`,
    );
  }
  const name = input.optionalString("name");
  if (!name) {
    throw failedToParse(
      `Error in specification ${renderDoc(spec)} :: caused by :: The 'name' field is a required property of an index specification`,
    );
  }
  return {
    name,
    key: readKey(input.doc("key")),
    unique: input.flag("unique"),
  };
}

function readKey(pattern: Doc): [string, number][] {
  const entries = Object.entries(pattern);
  if (entries.length === 0) throw cannotCreate("Index keys cannot be empty.");
  if (entries.length > 32) throw cannotCreate("Index key pattern exceeds the maximum of 32 fields");
  return entries.map(([field, direction]) => {
    if (field === "$**" || realNames.indexTypes.has(String(direction))) {
      throw notImplemented(`indexes such as ${renderValue(pattern)}`);
    }
    if (field === "" || field.startsWith("$")) {
      throw cannotCreate(`Index key contains an illegal field name: '${field}'`);
    }
    if (field.includes(".")) throw notImplemented(`indexes of nested fields, such as '${field}',`);
    if (!isNumber(direction) || !asNumber(direction)) {
      throw cannotCreate(`Unknown index plugin or key value ${renderValue(direction)} for '${field}'`);
    }
    return [field, asNumber(direction) > 0 ? 1 : -1];
  });
}

function describeIndex({ name, key, unique }: IndexDefinition): Doc {
  return docOf([
    ["v", 2],
    ["key", docOf(key)],
    ["name", name],
    ["unique", unique && name !== "_id_" ? true : undefined],
  ]);
}

/** Whether the index exists already. Throws if another index has its name or key. */
function exists(collection: Collection, wanted: IndexDefinition): boolean {
  const wantedDoc = describeIndex(wanted);
  for (const { definition } of collection.indexes) {
    const doc = describeIndex(definition);
    const sameKey = equalValues(docOf(definition.key), docOf(wanted.key));
    if (definition.name === "_id_" && sameKey) return true;
    if (definition.name === wanted.name) {
      if (equalValues(doc, wantedDoc)) return true;
      throw new CommandError(
        86,
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${renderDoc(wantedDoc)}, existing index: ${renderDoc(doc)}`,
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
