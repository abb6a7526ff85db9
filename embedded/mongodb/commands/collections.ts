import { getHeapStatistics } from "node:v8";
import { type Doc, docOf } from "../bson/value.ts";
import { CommandError } from "../protocol/errors.ts";
import { compileFilter } from "../query/filter.ts";
import { listed } from "../query/result.ts";
import type { Collection } from "../store/collection.ts";
import { checkNamespace } from "../store/store.ts";
import { fieldsOf } from "../store/stored-document.ts";
import type { Command } from "./command.ts";
import { firstBatch } from "./cursor-reply.ts";
import { Input } from "./input.ts";

const create: Command = {
  writes: true,
  fields: [],
  refused: [
    "capped",
    "size",
    "max",
    "timeseries",
    "expireAfterSeconds",
    "clusteredIndex",
    "changeStreamPreAndPostImages",
    "validator",
    "validationLevel",
    "validationAction",
    "viewOn",
    "pipeline",
    "collation",
    "storageEngine",
    "indexOptionDefaults",
    "encryptedFields",
  ],
  run: (input, { store, database }) => {
    const name = input.string("create");
    checkNamespace(database, name);
    if (store.find(database, name)) {
      throw new CommandError(48, `Collection ${database}.${name} already exists.`);
    }
    store.findOrCreate(database, name);
    return {};
  },
};

const drop: Command = {
  writes: true,
  fields: [],
  run: (input, { store, database }) => {
    const name = input.string("drop");
    checkNamespace(database, name);
    const collection = store.find(database, name);
    if (!collection) return {};
    store.drop(database, name);
    return { nIndexesWas: collection.indexes.length, ns: collection.namespace };
  },
};

const dropDatabase: Command = {
  writes: true,
  fields: [],
  run: (_input, { store, database }) => (store.dropDatabase(database) ? { dropped: database } : {}),
};

const listCollections: Command = {
  fields: ["filter", "nameOnly", "authorizedCollections", "cursor"],
  run: (input, { store, database, cursors, session }) => {
    const matches = compileFilter(input.docOrEmpty("filter"));
    const nameOnly = input.flag("nameOnly");
    const documents = store
      .collections(database)
      .map((collection) => describe(collection, nameOnly))
      .filter((each) => matches(fieldsOf(each)));
    const options = new Input("cursor", input.docOrEmpty("cursor"));
    options.allowOnly(["batchSize"]);
    const batchSize = options.optionalCount("batchSize") ?? documents.length;
    const namespace = `${database}.$cmd.listCollections`;
    return firstBatch(namespace, cursors.open(namespace, listed(documents), { batchSize, session }));
  },
};

function describe({ name, uuid }: Collection, nameOnly: boolean): Doc {
  const head: [string, string][] = [
    ["name", name],
    ["type", "collection"],
  ];
  if (nameOnly) return docOf(head);
  return docOf([
    ...head,
    ["options", docOf([])],
    [
      "info",
      docOf([
        ["readOnly", false],
        ["uuid", uuid],
      ]),
    ],
    [
      "idIndex",
      docOf([
        ["v", 2],
        ["key", docOf([["_id", 1]])],
        ["name", "_id_"],
      ]),
    ],
  ]);
}

/** The room is the heap: `fsTotalSize` is its limit, and the documents take all of `fsUsedSize`. */
const dbStats: Command = {
  fields: ["scale", "freeStorage"],
  run: (input, { store, database }) => {
    const collections = store.collections(database);
    const scale = input.optionalCount("scale") || 1;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const { external } = process.memoryUsage();
    const size = Math.round((used + external) / scale);
    return {
      db: database,
      collections: collections.length,
      objects: collections.reduce((sum, collection) => sum + collection.size, 0),
      dataSize: size,
      storageSize: size,
      indexes: collections.reduce((sum, collection) => sum + collection.indexes.length, 0),
      indexSize: 0,
      totalSize: size,
      scaleFactor: scale,
      fsUsedSize: size,
      fsTotalSize: Math.round(limit / scale),
    };
  },
};

export const collectionCommands: Readonly<Record<string, Command>> = {
  create,
  drop,
  dropDatabase,
  listCollections,
  dbStats,
};
