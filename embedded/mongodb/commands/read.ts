import { isDeepStrictEqual } from "node:util";
import { serialize } from "bson";
import { type Doc, isDoc } from "../bson/values.ts";
import { badValue, CommandError, failedToParse, notImplemented } from "../protocol/errors.ts";
import { FIRST_BATCH_DOCUMENTS } from "../protocol/limits.ts";
import { emptyCollection, filterSql } from "../query/filter.ts";
import { compileProjection } from "../query/projection.ts";
import { parseSort } from "../query/sort.ts";
import type { Collection, Query } from "../store/collection.ts";
import { checkNamespace } from "../store/store.ts";
import type { Command } from "./command.ts";
import { firstBatch, listed, nextBatch } from "./cursor-reply.ts";
import type { Source } from "./cursors.ts";
import { Input } from "./input.ts";

const find: Command = {
  fields: ["filter", "projection", "sort", "skip", "limit", "hint", "batchSize", "singleBatch"],
  run: (input, context) => {
    const name = input.string("find");
    checkNamespace(context.database, name);
    const query: Query = {
      filter: input.docOrEmpty("filter"),
      sort: parseSort(input.optionalDoc("sort")),
      skip: input.optionalCount("skip"),
      limit: input.optionalCount("limit") || undefined,
    };
    const batchSize = input.optionalCount("batchSize") ?? FIRST_BATCH_DOCUMENTS;
    const single = input.flag("singleBatch");
    const collection = existing(context.store.find(context.database, name), query.filter, input);
    const documents = projected(
      collection ? resultOf(collection, query, batchSize) : listed([]),
      input.optionalDoc("projection"),
    );
    const namespace = `${context.database}.${name}`;
    const { session } = context;
    return firstBatch(namespace, context.cursors.open(namespace, documents, { batchSize, single, session }));
  },
};

/** A collection that exists. The filter and the hint are checked in any case. */
function existing(collection: Collection | undefined, filter: Doc, input: Input): Collection | undefined {
  if (!collection) filterSql(filter, emptyCollection);
  const hint = input.optionalDoc("hint");
  const isKnown = collection?.indexes.some(({ key }) => isDeepStrictEqual(Object.fromEntries(key), hint));
  // An index changes the time of an answer only, and SQLite chooses it.
  if (hint && collection && !isKnown)
    throw badValue(
      "error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index",
    );
  return collection;
}

/**
 * The result of a query. Its documents are those that are found now; each is read when it is asked for,
 * and left out if it was removed meanwhile.
 */
function resultOf(collection: Collection, query: Query, batchSize: number): Source {
  const places = collection.find(query);
  const chunk = Math.min(Math.max(batchSize, 1), CHUNK);
  let documents = listed([]);
  let next = 0;
  return (take) => {
    if (collection.isDropped) throw new CommandError(175, `collection dropped. UUID ${collection.uuid}`);
    while (!documents(take)) {
      if (next >= places.length) return false;
      documents = listed(collection.read(places.slice(next, next + chunk)));
      next += chunk;
    }
    return true;
  };
}

/** The most documents that are read together. */
const CHUNK = 500;

function projected(source: Source, spec: Doc | undefined): Source {
  if (!spec || Object.keys(spec).length === 0) return source;
  const projection = compileProjection(spec);
  return (take) => source((raw) => take(projection(raw)));
}

const getMore: Command = {
  fields: ["collection", "batchSize"],
  run: (input, { cursors, database }) => {
    const id = input.body.getMore;
    if (typeof id !== "bigint") return input.wrong("getMore", id, "long");
    const namespace = `${database}.${input.string("collection")}`;
    const size = input.optionalCount("batchSize") || Number.POSITIVE_INFINITY;
    return nextBatch(namespace, cursors.more(id, namespace, size));
  },
};

const killCursors: Command = {
  fields: ["cursors"],
  run: (input, { cursors, database }) => {
    const namespace = `${database}.${input.string("killCursors")}`;
    const cursorsKilled: bigint[] = [];
    const cursorsNotFound: bigint[] = [];
    for (const id of input.array("cursors")) {
      if (typeof id !== "bigint") return input.wrong("cursors", id, "long");
      (cursors.kill(id, namespace) ? cursorsKilled : cursorsNotFound).push(id);
    }
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
  },
};

/** The stage with which the driver counts. */
const counting = { $group: { _id: 1, n: { $sum: 1 } } };

/** The filter of the pipeline that the driver makes of `countDocuments`. Any other pipeline is refused. */
function filterOfCount([match, group, ...others]: readonly unknown[]): Doc {
  const filter = isDoc(match) ? match.$match : undefined;
  if (!isDoc(filter) || others.length > 0 || !isDeepStrictEqual(group, counting))
    throw notImplemented("other pipelines than $match and a $group that counts");
  return filter;
}

const aggregate: Command = {
  fields: ["pipeline", "cursor", "hint"],
  run: (input, context) => {
    const name = input.string("aggregate");
    checkNamespace(context.database, name);
    const filter = filterOfCount(input.array("pipeline"));
    const cursor = input.optionalDoc("cursor");
    if (!cursor)
      throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
    const options = new Input("cursor", cursor);
    options.allowOnly(["batchSize"]);
    const n = existing(context.store.find(context.database, name), filter, input)?.count(filter) ?? 0;
    const documents = n === 0 ? [] : [Buffer.from(serialize({ _id: 1, n }))];
    return firstBatch(`${context.database}.${name}`, { id: 0n, documents });
  },
};

export const readCommands: Readonly<Record<string, Command>> = {
  find,
  getMore,
  killCursors,
  aggregate,
};
