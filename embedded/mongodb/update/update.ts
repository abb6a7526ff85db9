import { deserialize } from "bson";
import {
  cellOfField,
  documentOf,
  equalCells,
  type Field,
  type Fields,
  fieldsOf,
  jsValueOf,
} from "../bson/raw-document.ts";
import { shown } from "../bson/values.ts";
import { CommandError, failedToParse, notImplemented } from "../protocol/errors.ts";
import { checkTopLevel } from "../query/field-name.ts";

export interface Update {
  readonly kind: "operators" | "replacement";
  /** The fields after the update. */
  apply(before: Fields, inserting: boolean): Fields;
}

interface FieldChange {
  readonly name: string;
  /** Undefined removes the field. */
  readonly field: Field | undefined;
  readonly onInsertOnly: boolean;
}

/** Reads an update: operators or a whole replacement, as BSON. */
export function parseUpdate(update: unknown): Update {
  if (Array.isArray(update)) throw notImplemented("updates by an aggregation pipeline");
  if (!Buffer.isBuffer(update)) throw failedToParse("Update argument must be either an object or an array");
  const fields = fieldsOf(update);
  const [first] = fields.keys();
  return first?.startsWith("$") ? operatorUpdate(fields) : replacement(fields);
}

function replacement(fields: Fields): Update {
  for (const key of fields.keys())
    if (key.startsWith("$"))
      throw new CommandError(52, `The field '${key}' is not allowed in a replacement document.`);
  return {
    kind: "replacement",
    apply: (before) => {
      const id = before.get("_id") ?? fields.get("_id");
      checkId(before, fields.get("_id") ?? id);
      return id ? withIdFirst(fields, id) : fields;
    },
  };
}

export const withIdFirst = (fields: Fields, id: Field): Fields =>
  new Map([["_id", id], ...fields, ["_id", id]]);

function checkId(before: Fields, id: Field | undefined): void {
  const had = before.get("_id");
  if (had && !(id && equalCells(cellOfField(had), cellOfField(id)))) {
    throw new CommandError(
      66,
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${shown(id && jsValueOf(id))}`,
    );
  }
}

function operatorUpdate(operators: Fields): Update {
  const changes = [...operators.values()].flatMap(changesOf);
  // New fields are added in the order of their names.
  changes.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  checkConflicts(changes);
  return {
    kind: "operators",
    apply: (before, inserting) => {
      const after = new Map(before);
      for (const { name, field, onInsertOnly } of changes) {
        if (onInsertOnly && !inserting) continue;
        if (field) after.set(name, field);
        else after.delete(name);
      }
      checkId(before, after.get("_id"));
      return after;
    },
  };
}

function changesOf(operator: Field): FieldChange[] {
  const { name: modifier } = operator;
  if (modifier !== "$set" && modifier !== "$setOnInsert" && modifier !== "$unset")
    throw notImplemented(`updates by ${modifier}`);
  const given = deserialize(documentOf([operator]), { raw: true })[modifier];
  if (!(given instanceof Uint8Array))
    throw failedToParse(`Modifiers operate on fields, not on values: {${modifier}: ${shown(given)}}`);
  return [...fieldsOf(Buffer.from(given)).values()].map((field) => {
    checkTopLevel(field.name);
    return {
      name: field.name,
      field: modifier === "$unset" ? undefined : field,
      onInsertOnly: modifier === "$setOnInsert",
    };
  });
}

function checkConflicts(changes: readonly FieldChange[]): void {
  changes.forEach(({ name }, i) => {
    if (name === changes[i - 1]?.name) {
      throw new CommandError(40, `Updating the path '${name}' would create a conflict at '${name}'`);
    }
  });
}
