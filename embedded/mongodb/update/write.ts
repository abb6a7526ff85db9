import { ObjectId } from "bson";
import { identicalValues } from "../bson/compare.ts";
import { documentSize } from "../bson/encode.ts";
import { type Doc, docOf, isDoc, type Value } from "../bson/value.ts";
import { badValue, CommandError, notImplemented } from "../protocol/errors.ts";
import { MAX_DOCUMENT_BYTES } from "../protocol/limits.ts";
import type { Collection } from "../store/collection.ts";
import type { StoredDocument } from "../store/stored-document.ts";
import { type Update, withIdFirst } from "./update.ts";
import { upsertBase } from "./upsert-base.ts";

/** Stores a new document with its `_id` first; a missing one is created. Returns the stored document. */
export function insertDocument(collection: Collection, doc: Doc): Doc {
  checkId(doc._id);
  const size = documentSize(doc);
  if (size > MAX_DOCUMENT_BYTES) {
    throw badValue(`object to insert too large. size in bytes: ${size}, max size: ${MAX_DOCUMENT_BYTES}`);
  }
  const [first] = Object.keys(doc);
  const stored = first === "_id" ? doc : withIdFirst(doc, idOf(doc));
  collection.insert(stored);
  return stored;
}

/** The document's id, which may be null, or a new one where it is missing. */
const idOf = (doc: Doc): Value => (doc._id === undefined ? new ObjectId() : doc._id);

function checkId(id: Value | undefined): void {
  if (Array.isArray(id)) throw new CommandError(53, "The '_id' value cannot be of type array");
  checkFieldNames(id);
}

/** An id has no fields that look like operators, because a filter by it would be read as one. */
function checkFieldNames(id: Value | undefined): void {
  if (Array.isArray(id)) id.forEach(checkFieldNames);
  if (!isDoc(id)) return;
  for (const [name, value] of Object.entries(id)) {
    if (name === "$ref") throw notImplemented("references as ids");
    if (name.startsWith("$")) {
      throw new CommandError(
        52,
        `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`,
      );
    }
    checkFieldNames(value);
  }
}

/** Applies an update to a stored document. Returns whether it changed. */
export function updateDocument(collection: Collection, stored: StoredDocument, update: Update): boolean {
  const doc = update.apply(stored.doc, false);
  if (doc === stored.doc || identicalValues(doc, stored.doc)) return false;
  collection.replace(stored, doc);
  return true;
}

/** Inserts the document of an upsert without a match, made from the filter and the update. */
export function upsertDocument(collection: Collection, filter: Doc, update: Update): Doc {
  const base = upsertBase(filter);
  const start = update.kind === "operators" ? base : docOf([["_id", base._id]]);
  const doc = update.apply(start, true);
  return insertDocument(collection, withIdFirst(doc, idOf(doc)));
}
