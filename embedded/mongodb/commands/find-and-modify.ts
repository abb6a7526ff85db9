import type { Doc } from "../bson/value.ts";
import { failedToParse } from "../errors.ts";
import { findDocuments } from "../query/find.ts";
import { compileProjection } from "../query/projection.ts";
import { parseSort } from "../query/sort.ts";
import { checkNamespace } from "../store/store.ts";
import type { StoredDocument } from "../store/stored-document.ts";
import { parseUpdate } from "../update/update.ts";
import { updateDocument, upsertDocument } from "../update/write.ts";
import type { Command, CommandContext, Reply } from "./command.ts";
import type { Input } from "./input.ts";

interface Outcome {
  readonly value: Doc | undefined;
  readonly lastErrorObject: Reply;
}

export const findAndModify: Command = {
  fields: [
    "query",
    "sort",
    "remove",
    "update",
    "new",
    "fields",
    "upsert",
    "hint",
    "bypassDocumentValidation",
  ],
  refused: ["collation", "arrayFilters", "let"],
  run: (input, context) => {
    const name = input.string(input.name);
    checkNamespace(context.database, name);
    checkCombination(input);
    const query = {
      filter: input.docOrEmpty("query"),
      sort: parseSort(input.optionalDoc("sort")),
      limit: 1,
      hint: input.hint(),
      variables: context.variables,
    };
    const [found] = findDocuments(context.store.find(context.database, name), query, context.deadline);
    const outcome = input.flag("remove")
      ? removeFound(name, found, context)
      : updateFound(name, found, input, context);
    return { lastErrorObject: outcome.lastErrorObject, value: shown(outcome.value, input, context) ?? null };
  },
};

function checkCombination(input: Input): void {
  const remove = input.flag("remove");
  if (remove && input.has("update")) throw failedToParse("Cannot specify both an 'update' and 'remove'=true");
  if (remove && input.flag("upsert"))
    throw failedToParse("Cannot specify both 'upsert'=true and 'remove'=true");
  if (remove && input.flag("new")) {
    throw failedToParse(
      "Cannot specify both 'new'=true and 'remove'=true; 'remove' always returns the deleted document",
    );
  }
  if (!remove && !input.has("update"))
    throw failedToParse("Either an 'update' or 'remove'=true must be specified");
}

function removeFound(name: string, found: StoredDocument | undefined, context: CommandContext): Outcome {
  if (found) context.store.find(context.database, name)?.remove(found);
  return { value: found?.doc, lastErrorObject: { n: found ? 1 : 0 } };
}

function updateFound(
  name: string,
  found: StoredDocument | undefined,
  input: Input,
  context: CommandContext,
): Outcome {
  const update = parseUpdate(input.body.update);
  const wantsNew = input.flag("new");
  if (!found && !input.flag("upsert")) {
    return { value: undefined, lastErrorObject: { n: 0, updatedExisting: false } };
  }
  const collection = context.store.findOrCreate(context.database, name);
  if (!found) {
    const doc = upsertDocument(collection, input.docOrEmpty("query"), update);
    return {
      value: wantsNew ? doc : undefined,
      lastErrorObject: { n: 1, updatedExisting: false, upserted: doc._id },
    };
  }
  const before = found.doc;
  const { doc } = updateDocument(collection, found, update);
  return { value: wantsNew ? doc : before, lastErrorObject: { n: 1, updatedExisting: true } };
}

function shown(doc: Doc | undefined, input: Input, { variables }: CommandContext): Doc | undefined {
  const fields = input.optionalDoc("fields");
  if (!doc || !fields || Object.keys(fields).length === 0) return doc;
  return compileProjection(fields, new Set(variables.keys()))(doc, variables);
}
