import { deserialize } from "bson";
import { fieldsOf } from "../bson/raw-document.ts";
import { readOptions } from "../bson/values.ts";
import { CommandError, failedToParse } from "../protocol/errors.ts";
import { MAX_WRITE_BATCH } from "../protocol/limits.ts";
import { checkNamespace } from "../store/store.ts";
import { parseUpdate } from "../update/update.ts";
import { insertDocument, updateDocument, upsertDocument } from "../update/write.ts";
import type { Command, CommandContext, Reply } from "./command.ts";
import { Input } from "./input.ts";

/** Runs a batch one by one. Errors are reported by index; in an ordered batch the first one ends it. */
function runBatch(input: Input, field: string, runOne: (item: Buffer, index: number) => void): Reply {
  const items = input.rawDocs(field);
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
  readonly upserted?: { readonly _id: unknown };
}

function updateStatement(name: string, item: Buffer, { store, database }: CommandContext): Updated {
  const statement = new Input("update.updates", deserialize(item, readOptions));
  statement.allowOnly(["q", "u", "multi", "upsert"]);
  const filter = statement.doc("q");
  // The types of the values in their bytes are kept.
  const raw = deserialize(item, { raw: true });
  const change = parseUpdate(raw.u);
  const multi = statement.flag("multi");
  if (multi && change.kind === "replacement") {
    throw failedToParse("multi update is not supported for replacement-style update");
  }
  const upsert = statement.flag("upsert");
  const collection = upsert ? store.findOrCreate(database, name) : store.find(database, name);
  if (!collection) return { matched: 0, modified: 0 };
  const found = collection.find({ filter, limit: multi ? undefined : 1 });
  if (found.length === 0) {
    return upsert
      ? { matched: 1, modified: 0, upserted: { _id: upsertDocument(collection, fieldsOf(raw.q), change) } }
      : { matched: 0, modified: 0 };
  }
  const modified = found.filter((place) => updateDocument(collection, place, change)).length;
  return { matched: found.length, modified };
}

const remove: Command = {
  writes: true,
  fields: ["deletes", "ordered"],
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

function deleteStatement(name: string, item: Buffer, { store, database }: CommandContext): number {
  const statement = new Input("delete.deletes", deserialize(item, readOptions));
  statement.allowOnly(["q", "limit"]);
  const limit = statement.optionalCount("limit") ?? statement.missing("limit");
  if (limit > 1) {
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
  }
  const collection = store.find(database, name);
  const found = collection?.find({ filter: statement.doc("q"), limit: limit || undefined }) ?? [];
  for (const place of found) collection?.remove(place);
  return found.length;
}

export const writeCommands: Readonly<Record<string, Command>> = { insert, update, delete: remove };
