import { BSONType } from "bson";
import {
  cellOfField,
  documentOf,
  type Field,
  type Fields,
  fieldsOf,
  jsValueOf,
  newId,
} from "../bson/raw-document.ts";
import { isOperatorDoc } from "../bson/values.ts";
import { badValue, CommandError, notImplemented } from "../protocol/errors.ts";
import { MAX_DOCUMENT_BYTES } from "../protocol/limits.ts";
import type { Collection } from "../store/collection.ts";
import { type Update, withIdFirst } from "./update.ts";

/** Stores a new document with its `_id` first; a missing one is created. */
export function insertDocument(collection: Collection, document: Buffer): void {
  const given = fieldsOf(document);
  const fields = withIdFirst(given, idOf(given));
  const [first] = given.keys();
  const raw = first === "_id" ? document : documentOf(fields.values());
  if (raw.length > MAX_DOCUMENT_BYTES)
    throw badValue(
      `object to insert too large. size in bytes: ${raw.length}, max size: ${MAX_DOCUMENT_BYTES}`,
    );
  collection.insert(raw, fields);
}

/** The document's id or a new one. Its value has an order, so that a document is found by it. */
function idOf(fields: Fields): Field {
  const id = fields.get("_id") ?? newId();
  if (id.type === BSONType.array) throw new CommandError(53, "The '_id' value cannot be of type array");
  if ((cellOfField(id) ?? null) === null)
    throw notImplemented("ids without an order, such as null and documents,");
  return id;
}

/** Applies an update to a stored document. Returns whether it changed. */
export function updateDocument(collection: Collection, place: number, update: Update): boolean {
  const [stored] = collection.read([place]);
  if (!stored) return false;
  const before = fieldsOf(stored);
  const after = update.apply(before, false);
  const raw = documentOf(after.values());
  if (raw.equals(stored)) return false;
  if (raw.length > MAX_DOCUMENT_BYTES) throw updateTooLarge();
  collection.replace(place, before, after, raw);
  return true;
}

const updateTooLarge = () =>
  new CommandError(17419, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);

/** Inserts the document of an upsert without a match, made from the filter's `_id` and the update. Returns its id. */
export function upsertDocument(collection: Collection, filter: Fields, update: Update): unknown {
  const { _id, ...others } = Object.fromEntries(filter);
  if (!_id || isOperatorDoc(jsValueOf(_id)) || Object.values(others).some(setsField))
    throw notImplemented("upserts by other fields than _id");
  const made = update.apply(new Map([["_id", _id]]), true);
  const id = idOf(made);
  const fields = withIdFirst(made, id);
  const raw = documentOf(fields.values());
  if (raw.length > MAX_DOCUMENT_BYTES) throw updateTooLarge();
  collection.insert(raw, fields);
  return jsValueOf(id);
}

/** Whether the real server sets a field by this condition in a document that an upsert makes. */
function setsField(condition: Field): boolean {
  const value = jsValueOf(condition);
  if (condition.name === "$or") return Array.isArray(value) && value.length === 1;
  if (!isOperatorDoc(value)) return true;
  return Array.isArray(value.$in) && value.$in.length === 1;
}
