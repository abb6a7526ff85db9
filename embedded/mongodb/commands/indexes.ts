import { equalValues } from "../bson/compare.ts";
import { renderDoc, renderValue } from "../bson/render.ts";
import { asNumber, type Doc, docOf, isDoc, isNumber, type Value } from "../bson/value.ts";
import { CommandError, failedToParse } from "../errors.ts";
import { MAX_INDEXES } from "../limits.ts";
import { compileFilter } from "../query/matcher.ts";
import type { Collection } from "../store/collection.ts";
import type { IndexDefinition } from "../store/collection-index.ts";
import { checkNamespace } from "../store/store.ts";
import type { Command, CommandContext } from "./command.ts";
import { firstBatch } from "./cursor-reply.ts";
import { Input } from "./input.ts";

// "background" has had no meaning for the server since 4.2.
const indexFields = ["key", "name", "unique", "sparse", "partialFilterExpression", "v", "background"];

const cannotCreate = (message: string) => new CommandError(67, message);

function readDefinition(spec: Doc): IndexDefinition {
  const input = new Input("createIndexes.indexes", spec);
  for (const field of Object.keys(spec)) {
    if (!indexFields.includes(field)) {
      throw new CommandError(
        197,
        `Error in specification ${renderDoc(spec)} :: caused by :: The field '${field}' is not supported for an index specification`,
      );
    }
  }
  const name = input.optionalString("name");
  if (!name) {
    throw failedToParse(
      `Error in specification ${renderDoc(spec)} :: caused by :: The 'name' field is a required property of an index specification`,
    );
  }
  if (input.has("v") && input.optionalCount("v") !== 2)
    throw cannotCreate("only index version 2 is supported");
  const filter = input.optionalDoc("partialFilterExpression");
  const sparse = input.flag("sparse");
  if (filter && sparse) throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
  if (filter) checkPartialFilter(filter);
  return {
    name,
    key: readKey(input.doc("key")),
    unique: input.flag("unique"),
    sparse,
    ...(filter ? { partial: { filter, matches: compileFilter(filter) } } : {}),
  };
}

function readKey(pattern: Doc): [string, number][] {
  const entries = Object.entries(pattern);
  if (entries.length === 0) throw cannotCreate("Index keys cannot be empty.");
  if (entries.length > 32) throw cannotCreate("Index key pattern exceeds the maximum of 32 fields");
  return entries.map(([field, direction]) => {
    if (field === "" || field.split(".").some((part) => part === "" || part.startsWith("$"))) {
      throw cannotCreate(`Index key contains an illegal field name: '${field}'`);
    }
    if (!isNumber(direction) || !asNumber(direction)) {
      throw cannotCreate(`Unknown index plugin or key value ${renderValue(direction)} for '${field}'`);
    }
    return [field, asNumber(direction) > 0 ? 1 : -1];
  });
}

const partialOperators = new Set([
  "$eq",
  "$exists",
  "$gt",
  "$gte",
  "$lt",
  "$lte",
  "$type",
  "$in",
  "$and",
  "$or",
]);

function checkPartialFilter(filter: Doc): void {
  for (const [key, value] of Object.entries(filter)) {
    if (key.startsWith("$") && !partialOperators.has(key)) {
      throw cannotCreate(`Expression not supported in partial index: ${renderDoc(filter)}`);
    }
    for (const part of Array.isArray(value) ? value : [value]) if (isDoc(part)) checkPartialFilter(part);
  }
}

function describeIndex({ name, key, unique, sparse, partial }: IndexDefinition): Doc {
  return docOf([
    ["v", 2],
    ["key", docOf(key)],
    ["name", name],
    ["unique", unique && name !== "_id_" ? true : undefined],
    ["sparse", sparse || undefined],
    ["partialFilterExpression", partial?.filter],
  ]);
}

/** Whether the index is there already. Throws when one of that name or key differs. */
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
    if (sameKey && equalValues(definition.partial?.filter, wanted.partial?.filter)) {
      throw new CommandError(85, `Index already exists with a different name: ${definition.name}`);
    }
  }
  return false;
}

const createIndexes: Command = {
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

function existing(name: string, { store, database }: CommandContext): Collection {
  const collection = store.find(database, name);
  if (!collection) throw new CommandError(26, `ns does not exist: ${database}.${name}`);
  return collection;
}

const listIndexes: Command = {
  fields: ["cursor"],
  run: (input, context) => {
    const collection = existing(input.string("listIndexes"), context);
    const documents = collection.indexes.map(({ definition }) => describeIndex(definition));
    const options = new Input("cursor", input.docOrEmpty("cursor"));
    options.allowOnly(["batchSize"]);
    const batchSize = options.optionalCount("batchSize") ?? documents.length;
    const batch = context.cursors.open(collection.namespace, documents, {
      batchSize,
      session: context.session,
    });
    return firstBatch(collection.namespace, batch);
  },
};

const dropIndexes: Command = {
  fields: ["index"],
  run: (input, context) => {
    const collection = existing(input.string("dropIndexes"), context);
    const nIndexesWas = collection.indexes.length;
    for (const name of indexNames(collection, input.body.index, input)) collection.dropIndex(name);
    return { nIndexesWas };
  },
};

function indexNames(collection: Collection, wanted: Value | undefined, input: Input): string[] {
  const names = collection.indexes.map(({ definition }) => definition.name);
  if (wanted === "*") return names.filter((name) => name !== "_id_");
  if (Array.isArray(wanted)) return wanted.flatMap((each) => indexNames(collection, each, input));
  if (typeof wanted !== "string" && !isDoc(wanted))
    return input.wrong("index", wanted, "[string, object, array]");
  const found = collection.indexes.find(({ definition }) =>
    typeof wanted === "string" ? definition.name === wanted : equalValues(docOf(definition.key), wanted),
  );
  if (!found) {
    const what = typeof wanted === "string" ? `name [${wanted}]` : `key: ${renderDoc(wanted)}`;
    throw new CommandError(27, `index not found with ${what}`);
  }
  if (found.definition.name === "_id_") throw new CommandError(72, "cannot drop _id index");
  return [found.definition.name];
}

export const indexCommands: Readonly<Record<string, Command>> = { createIndexes, listIndexes, dropIndexes };
