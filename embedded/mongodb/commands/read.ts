import { Encoded, type Raw } from "../bson/encoded.ts";
import type { Doc } from "../bson/value.ts";
import { failedToParse } from "../protocol/errors.ts";
import { FIRST_BATCH_DOCUMENTS } from "../protocol/limits.ts";
import { countDocuments } from "../query/count.ts";
import { parseCountPipeline } from "../query/count-pipeline.ts";
import { findDocuments } from "../query/find.ts";
import { compileProjection } from "../query/projection.ts";
import { parseSort } from "../query/sort.ts";
import { checkNamespace } from "../store/store.ts";
import type { Command } from "./command.ts";
import { firstBatch, nextBatch } from "./cursor-reply.ts";
import { Input } from "./input.ts";

const find: Command = {
  fields: ["filter", "projection", "sort", "skip", "limit", "batchSize", "singleBatch"],
  refused: [
    "hint",
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
    const limit = input.optionalCount("limit");
    const found = findDocuments(
      context.store.find(context.database, name),
      {
        filter: input.docOrEmpty("filter"),
        sort: parseSort(input.optionalDoc("sort")),
        skip: input.optionalCount("skip"),
        limit: limit || undefined,
      },
      context.deadline,
    );
    const namespace = `${context.database}.${name}`;
    const documents = projected(
      found.map(({ raw }) => raw),
      input.optionalDoc("projection"),
    );
    const options = {
      batchSize: input.optionalCount("batchSize") ?? FIRST_BATCH_DOCUMENTS,
      single: input.flag("singleBatch"),
      session: context.session,
    };
    return firstBatch(namespace, context.cursors.open(namespace, documents, options));
  },
};

function projected(raws: readonly Raw[], spec: Doc | undefined): Iterable<Encoded> {
  const projection = spec && Object.keys(spec).length > 0 ? compileProjection(spec) : undefined;
  return (function* () {
    for (const raw of raws) yield new Encoded(projection ? projection(raw) : raw);
  })();
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

/** The one pipeline the driver makes by itself: that of `countDocuments`. */
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
    const cursors = context.cursors.open(namespace, counting.result(n), {
      batchSize,
      session: context.session,
    });
    return firstBatch(namespace, cursors);
  },
};

export const readCommands: Readonly<Record<string, Command>> = {
  find,
  getMore,
  killCursors,
  aggregate,
};
