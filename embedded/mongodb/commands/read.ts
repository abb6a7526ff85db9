import type { PipelineContext } from "../aggregate/context.ts";
import { runPipeline } from "../aggregate/pipeline.ts";
import { documentSize } from "../bson/encode.ts";
import { hashKey } from "../bson/hash-key.ts";
import { type Doc, isDoc, type Value } from "../bson/value.ts";
import { CommandError, failedToParse } from "../errors.ts";
import { FIRST_BATCH_DOCUMENTS, MAX_DOCUMENT_BYTES } from "../limits.ts";
import { findDocuments } from "../query/find.ts";
import { splitPath, valuesAt } from "../query/path.ts";
import { compileProjection } from "../query/projection.ts";
import { parseSort } from "../query/sort.ts";
import { checkNamespace } from "../store/store.ts";
import type { Command, CommandContext } from "./command.ts";
import { firstBatch, nextBatch } from "./cursor-reply.ts";
import { Input } from "./input.ts";

const find: Command = {
  fields: [
    "filter",
    "projection",
    "sort",
    "skip",
    "limit",
    "batchSize",
    "singleBatch",
    "hint",
    "allowDiskUse",
  ],
  refused: [
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
        hint: input.hint(),
        variables: context.variables,
      },
      context.deadline,
    );
    const namespace = `${context.database}.${name}`;
    const documents = projected(
      found.map(({ doc }) => doc),
      input.optionalDoc("projection"),
      context,
    );
    const options = {
      batchSize: input.optionalCount("batchSize") ?? FIRST_BATCH_DOCUMENTS,
      single: input.flag("singleBatch"),
      session: context.session,
    };
    return firstBatch(namespace, context.cursors.open(namespace, documents, options));
  },
};

function projected(
  docs: readonly Doc[],
  spec: Doc | undefined,
  { variables }: CommandContext,
): Iterable<Doc> {
  if (!spec || Object.keys(spec).length === 0) return docs;
  const projection = compileProjection(spec, new Set(variables.keys()));
  return (function* () {
    for (const doc of docs) yield projection(doc, variables);
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

const aggregate: Command = {
  fields: ["pipeline", "cursor", "hint", "allowDiskUse", "let"],
  refused: ["explain", "collation", "bypassDocumentValidation", "exchange"],
  run: (input, context) => {
    const name = input.string("aggregate");
    checkNamespace(context.database, name);
    const pipeline = input.array("pipeline");
    const cursor = input.optionalDoc("cursor");
    if (!cursor)
      throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
    const options = new Input("cursor", cursor);
    options.allowOnly(["batchSize"]);
    const namespace = `${context.database}.${name}`;
    // Run to its end here: what is read later by getMore stays as it was, and the deadline is this command's.
    const documents = [
      ...runPipeline(
        context.store.find(context.database, name),
        pipeline,
        pipelineContext(context, input.optionalDoc("let")),
        input.hint(),
      ),
    ];
    const batchSize = options.optionalCount("batchSize") ?? FIRST_BATCH_DOCUMENTS;
    const batch = context.cursors.open(namespace, documents, { batchSize, session: context.session });
    return firstBatch(namespace, batch);
  },
};

function pipelineContext(context: CommandContext, constants: Doc | undefined): PipelineContext {
  const named = Object.entries(constants ?? {});
  for (const [, value] of named) {
    const computed = typeof value === "string" ? value.startsWith("$") : isDoc(value) || Array.isArray(value);
    if (computed) throw new CommandError(72, "the option 'let' of 'aggregate' takes plain values only");
  }
  return {
    collection: (name) => context.store.find(context.database, name),
    deadline: context.deadline,
    variables: new Map([...context.variables, ...named]),
  };
}

const count: Command = {
  fields: ["query", "limit", "skip", "hint"],
  refused: ["collation", "fields"],
  run: (input, context) => {
    const name = input.string("count");
    checkNamespace(context.database, name);
    const collection = context.store.find(context.database, name);
    const filter = input.docOrEmpty("query");
    const skip = input.optionalCount("skip") ?? 0;
    const limit = input.optionalCount("limit") || undefined;
    if (Object.keys(filter).length === 0) {
      const rest = Math.max(0, (collection?.size ?? 0) - skip);
      return { n: Math.min(rest, limit ?? rest) };
    }
    const query = { filter, skip, limit, hint: input.hint(), variables: context.variables };
    return { n: findDocuments(collection, query, context.deadline).length };
  },
};

const distinct: Command = {
  fields: ["key", "query", "hint"],
  refused: ["collation"],
  run: (input, context) => {
    const name = input.string("distinct");
    checkNamespace(context.database, name);
    const path = splitPath(input.string("key"));
    const query = { filter: input.docOrEmpty("query"), hint: input.hint(), variables: context.variables };
    const found = findDocuments(context.store.find(context.database, name), query, context.deadline);
    const values = new Map<string, Value>();
    for (const { doc } of found) {
      for (const value of valuesAt(doc, path)) {
        const key = hashKey(value);
        if (!values.has(key)) values.set(key, value);
      }
    }
    const reply = { values: [...values.values()] };
    if (documentSize(reply) > MAX_DOCUMENT_BYTES) throw new CommandError(17217, "distinct too big, 16mb cap");
    return reply;
  },
};

export const readCommands: Readonly<Record<string, Command>> = {
  find,
  getMore,
  killCursors,
  aggregate,
  count,
  distinct,
};
