import { Encoded, type Raw } from "../bson/encoded.ts";
import type { Doc } from "../bson/value.ts";
import { failedToParse } from "../protocol/errors.ts";
import { FIRST_BATCH_DOCUMENTS } from "../protocol/limits.ts";
import { countDocuments } from "../query/count.ts";
import { parseCountPipeline } from "../query/count-pipeline.ts";
import type { Deadline } from "../query/deadline.ts";
import { findDocuments, type Query } from "../query/find.ts";
import { compileProjection } from "../query/projection.ts";
import { listed, resultOf, type Source } from "../query/result.ts";
import { parseSort } from "../query/sort.ts";
import type { Collection } from "../store/collection.ts";
import { checkNamespace } from "../store/store.ts";
import type { Command } from "./command.ts";
import { firstBatch, nextBatch } from "./cursor-reply.ts";
import { Input } from "./input.ts";

const find: Command = {
  fields: ["filter", "projection", "sort", "skip", "limit", "hint", "batchSize", "singleBatch"],
  refused: [
    "allowDiskUse",
    "collation",
    "let",
    "min",
    "max",
    "returnKey",
    "showRecordId",
    "tailable",
    "awaitData",
    "oplogReplay",
    "noCursorTimeout",
    "allowPartialResults",
  ],
  run: (input, context) => {
    const name = input.string("find");
    checkNamespace(context.database, name);
    const query: Query = {
      filter: input.docOrEmpty("filter"),
      sort: parseSort(input.optionalDoc("sort")),
      skip: input.optionalCount("skip"),
      limit: input.optionalCount("limit") || undefined,
      hint: input.hint(),
    };
    const batchSize = input.optionalCount("batchSize") ?? FIRST_BATCH_DOCUMENTS;
    const single = input.flag("singleBatch");
    const namespace = `${context.database}.${name}`;
    const found = foundBy(query, context.store.find(context.database, name), context.deadline, batchSize);
    const documents = projected(found, input.optionalDoc("projection"));
    const { session } = context;
    return firstBatch(namespace, context.cursors.open(namespace, documents, { batchSize, single, session }));
  },
};

/** The result of a query. A result that fits into its first batch is read immediately. */
function foundBy(
  query: Query,
  collection: Collection | undefined,
  deadline: Deadline,
  batchSize: number,
): Source<Raw> {
  const { limit = Number.POSITIVE_INFINITY } = query;
  if (collection && limit > batchSize) return resultOf(collection, query, deadline);
  return listed(findDocuments(collection, query, deadline).map(({ raw }) => raw));
}

function projected(source: Source<Raw>, spec: Doc | undefined): Source<Encoded> {
  const projection = spec && Object.keys(spec).length > 0 ? compileProjection(spec) : undefined;
  return (take) => source((raw) => take(new Encoded(projection ? projection(raw) : raw)));
}

const getMore: Command = {
  fields: ["collection", "batchSize"],
  refused: ["term", "lastKnownCommittedOpTime"],
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

/** The only pipeline that the driver makes itself: that of `countDocuments`. */
const aggregate: Command = {
  fields: ["pipeline", "cursor", "hint"],
  refused: ["explain", "collation", "bypassDocumentValidation", "exchange", "allowDiskUse", "let"],
  run: (input, context) => {
    const name = input.string("aggregate");
    checkNamespace(context.database, name);
    const counting = parseCountPipeline(input.array("pipeline"));
    const cursor = input.optionalDoc("cursor");
    if (!cursor)
      throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
    const options = new Input("cursor", cursor);
    options.allowOnly(["batchSize"]);
    const collection = context.store.find(context.database, name);
    const n = countDocuments(collection, { ...counting.query, hint: input.hint() }, context.deadline);
    const namespace = `${context.database}.${name}`;
    const batchSize = options.optionalCount("batchSize") ?? FIRST_BATCH_DOCUMENTS;
    const { session } = context;
    return firstBatch(
      namespace,
      context.cursors.open(namespace, listed(counting.result(n)), { batchSize, session }),
    );
  },
};

export const readCommands: Readonly<Record<string, Command>> = {
  find,
  getMore,
  killCursors,
  aggregate,
};
