import type { Doc } from "../bson/value.ts";
import { CommandError, failedToParse } from "../protocol/errors.ts";
import { MAX_WRITE_BATCH } from "../protocol/limits.ts";
import { findDocuments } from "../query/find.ts";
import { checkNamespace } from "../store/store.ts";
import { parseUpdate } from "../update/update.ts";
import { insertDocument, updateDocument, upsertDocument } from "../update/write.ts";
import type { Command, CommandContext, Reply } from "./command.ts";
import { Input } from "./input.ts";

/** Runs a batch one by one. Errors are reported by index; in an ordered batch the first one ends it. */
function runBatch(input: Input, field: string, runOne: (item: Doc, index: number) => void): Reply {
  const items = input.docs(field);
  if (items.length === 0 || items.length > MAX_WRITE_BATCH) {
    throw new CommandError(
      21,
      `Write batch sizes must be between 1 and ${MAX_WRITE_BATCH}. Got ${items.length} operations.`,
    );
  }
  const ordered = input.flag("ordered", true);
  const writeErrors: Reply[] = [];
  for (const [index, item] of items.entries()) {
    try {
      runOne(item, index);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.details });
      if (ordered) break;
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

const insert: Command = {
  writes: true,
  fields: ["documents", "ordered"],
  refused: ["bypassDocumentValidation"],
  run: (input, { store, database }) => {
    const name = input.string("insert");
    checkNamespace(database, name);
    let n = 0;
    const errors = runBatch(input, "documents", (doc) => {
      insertDocument(store.findOrCreate(database, name), doc);
      n++;
    });
    return { n, ...errors };
  },
};

const update: Command = {
  writes: true,
  fields: ["updates", "ordered"],
  refused: ["let", "bypassDocumentValidation"],
  run: (input, context) => {
    const name = input.string("update");
    checkNamespace(context.database, name);
    const totals = { n: 0, nModified: 0 };
    const upserted: Reply[] = [];
    const errors = runBatch(input, "updates", (item, index) => {
      const done = updateStatement(name, item, context);
      totals.n += done.matched;
      totals.nModified += done.modified;
      if (done.upserted) upserted.push({ index, _id: done.upserted._id });
    });
    return { ...totals, ...(upserted.length > 0 ? { upserted } : {}), ...errors };
  },
};

interface Updated {
  readonly matched: number;
  readonly modified: number;
  readonly upserted?: Doc;
}

function updateStatement(name: string, item: Doc, context: CommandContext): Updated {
  const statement = new Input("update.updates", item);
  statement.allowOnly(["q", "u", "multi", "upsert"], ["collation", "arrayFilters", "hint", "sort", "c"]);
  const filter = statement.doc("q");
  const change = parseUpdate(statement.body.u);
  const multi = statement.flag("multi");
  if (multi && change.kind === "replacement") {
    throw failedToParse("multi update is not supported for replacement-style update");
  }
  const upsert = statement.flag("upsert");
  const { store, database, deadline } = context;
  const collection = upsert ? store.findOrCreate(database, name) : store.find(database, name);
  const found = findDocuments(collection, { filter, limit: multi ? undefined : 1 }, deadline);
  if (!collection) return { matched: 0, modified: 0 };
  if (found.length === 0) {
    return upsert
      ? { matched: 1, modified: 0, upserted: upsertDocument(collection, filter, change) }
      : { matched: 0, modified: 0 };
  }
  const modified = found.filter((stored) => updateDocument(collection, stored, change)).length;
  return { matched: found.length, modified };
}

const remove: Command = {
  writes: true,
  fields: ["deletes", "ordered"],
  refused: ["let"],
  run: (input, context) => {
    const name = input.string("delete");
    checkNamespace(context.database, name);
    let n = 0;
    const errors = runBatch(input, "deletes", (item) => {
      n += deleteStatement(name, item, context);
    });
    return { n, ...errors };
  },
};

function deleteStatement(name: string, item: Doc, { store, database, deadline }: CommandContext): number {
  const statement = new Input("delete.deletes", item);
  statement.allowOnly(["q", "limit"], ["collation", "hint"]);
  const limit = statement.optionalCount("limit") ?? statement.missing("limit");
  if (limit > 1) {
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
  }
  const collection = store.find(database, name);
  const query = { filter: statement.doc("q"), limit: limit || undefined };
  const found = findDocuments(collection, query, deadline);
  for (const stored of found) collection?.remove(stored);
  return found.length;
}

export const writeCommands: Readonly<Record<string, Command>> = { insert, update, delete: remove };
