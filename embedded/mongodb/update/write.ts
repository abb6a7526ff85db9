import { ObjectId } from "bson";
import { identicalValues } from "../bson/compare.ts";
import { documentSize } from "../bson/encode.ts";
import { type Doc, docOf, typeOf, type Value } from "../bson/value.ts";
import { badValue, CommandError } from "../protocol/errors.ts";
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
  const stored = first === "_id" ? doc : withIdFirst(doc, doc._id ?? new ObjectId());
  collection.insert(stored);
  return stored;
}

function checkId(id: Value | undefined): void {
  const { alias } = typeOf(id);
  if (alias === "array") {
    throw new CommandError(53, `The '_id' value cannot be of type ${alias}`);
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
  return insertDocument(collection, withIdFirst(doc, doc._id ?? new ObjectId()));
}
