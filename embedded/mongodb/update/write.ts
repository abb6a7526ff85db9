import { ObjectId } from "bson";
import { rawOf } from "../bson/raw.ts";
import { type Doc, docOf, isDoc, type Value } from "../bson/value.ts";
import { badValue, CommandError, notImplemented } from "../protocol/errors.ts";
import { MAX_DOCUMENT_BYTES } from "../protocol/limits.ts";
import type { Collection } from "../store/collection.ts";
import type { StoredDocument } from "../store/stored-document.ts";
import { type Update, withIdFirst } from "./update.ts";
import { upsertBase } from "./upsert-base.ts";

/** Stores a new document with its `_id` first; a missing one is created. Returns the stored document. */
export function insertDocument(collection: Collection, doc: Doc, tooLarge = insertTooLarge): Doc {
  checkId(doc._id);
  const [first] = Object.keys(doc);
  const stored = first === "_id" ? doc : withIdFirst(doc, idOf(doc));
  const raw = rawOf(stored);
  if (raw.length > MAX_DOCUMENT_BYTES) throw tooLarge(raw.length);
  collection.insert(stored, raw);
  return stored;
}

const insertTooLarge = (size: number) =>
  badValue(`object to insert too large. size in bytes: ${size}, max size: ${MAX_DOCUMENT_BYTES}`);

/** The document's id, which may be null, or a new one if it is missing. */
const idOf = (doc: Doc): Value => (doc._id === undefined ? new ObjectId() : doc._id);

function checkId(id: Value | undefined): void {
  if (Array.isArray(id)) throw new CommandError(53, "The '_id' value cannot be of type array");
  checkFieldNames(id);
}

/** An id has no fields that look like operators, because a filter by it would be read as an operator. */
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
  const before = update.kind === "operators" ? stored.doc : docOf([["_id", stored.field("_id")]]);
  const doc = update.apply(before, false);
  const raw = doc === before ? stored.raw : rawOf(doc);
  if (raw === stored.raw) return false;
  if (raw.length > MAX_DOCUMENT_BYTES) throw updateTooLarge();
  collection.replace(stored, doc, raw);
  return true;
}

const updateTooLarge = () =>
  new CommandError(17419, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);

/** Inserts the document of an upsert without a match, made from the filter and the update. */
export function upsertDocument(collection: Collection, filter: Doc, update: Update): Doc {
  const base = upsertBase(filter);
  const start = update.kind === "operators" ? base : docOf([["_id", base._id]]);
  const doc = update.apply(start, true);
  return insertDocument(collection, withIdFirst(doc, idOf(doc)), updateTooLarge);
}
