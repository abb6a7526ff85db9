import { serialize } from "bson";
import { type Doc, isDoc } from "../bson/values.ts";
import { CommandError, notImplemented } from "../protocol/errors.ts";
import type { Collection } from "../store/collection.ts";
import { checkNamespace } from "../store/store.ts";
import type { Command } from "./command.ts";
import { firstBatch, listed } from "./cursor-reply.ts";
import { Input } from "./input.ts";

const create: Command = {
  writes: true,
  fields: [],
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
  run: (_input, { store, database }) => {
    const collections = store.collections(database);
    for (const { name } of collections) store.drop(database, name);
    return collections.length > 0 ? { dropped: database } : {};
  },
};

const listCollections: Command = {
  fields: ["filter", "nameOnly", "authorizedCollections", "cursor"],
  run: (input, { store, database, cursors, session }) => {
    const isWanted = nameFilter(input.docOrEmpty("filter"));
    const nameOnly = input.flag("nameOnly");
    const documents = store
      .collections(database)
      .filter(({ name }) => isWanted(name))
      .map((collection) => Buffer.from(serialize(describe(collection, nameOnly))));
    const options = new Input("cursor", input.docOrEmpty("cursor"));
    options.allowOnly(["batchSize"]);
    const batchSize = options.optionalCount("batchSize") ?? documents.length;
    const namespace = `${database}.$cmd.listCollections`;
    return firstBatch(namespace, cursors.open(namespace, listed(documents), { batchSize, session }));
  },
};

/** Collections are found by one name or a list of names. */
function nameFilter({ name, ...others }: Doc): (name: string) => boolean {
  const names = isDoc(name) && Object.keys(name).join() === "$in" ? name.$in : [name];
  const isByName = Array.isArray(names) && names.every((each) => typeof each === "string");
  if (Object.keys(others).length > 0 || !(isByName || name === undefined))
    throw notImplemented("other filters of collections than by names");
  return (each) => !isByName || names.includes(each);
}

function describe({ name, uuid }: Collection, nameOnly: boolean): Doc {
  const head = { name, type: "collection" };
  if (nameOnly) return head;
  const idIndex = { v: 2, key: { _id: 1 }, name: "_id_" };
  return { ...head, options: {}, info: { readOnly: false, uuid }, idIndex };
}

const dbStats: Command = {
  fields: ["scale", "freeStorage"],
  run: (input, { store, database }) => {
    const collections = store.collections(database);
    const scale = input.optionalCount("scale") || 1;
    const { bytes, used, total } = store.room();
    const size = Math.round(bytes / scale);
    return {
      db: database,
      collections: collections.length,
      objects: collections.reduce((sum, collection) => sum + collection.count({}), 0),
      dataSize: size,
      storageSize: size,
      indexes: collections.reduce((sum, collection) => sum + collection.indexes.length, 0),
      indexSize: 0,
      totalSize: size,
      scaleFactor: scale,
      fsUsedSize: Math.round(used / scale),
      fsTotalSize: Math.round(total / scale),
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
