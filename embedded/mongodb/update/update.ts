import { compareStrings, equalValues, identicalValues } from "../bson/compare.ts";
import { renderValue } from "../bson/render.ts";
import { copyDoc, type Doc, docOf, isDoc, typeOf, type Value } from "../bson/value.ts";
import { CommandError, failedToParse, notImplemented } from "../protocol/errors.ts";
import { realNames } from "../protocol/real-names.ts";

export interface Update {
  readonly kind: "operators" | "replacement";
  /** The document after the update; the same object if nothing changes. */
  apply(doc: Doc, inserting: boolean): Doc;
}

interface FieldChange {
  readonly field: string;
  /** Undefined removes the field. */
  readonly value: Value | undefined;
  readonly onInsertOnly: boolean;
}

/** Reads an update: operators or a whole replacement. */
export function parseUpdate(update: Value | undefined): Update {
  if (Array.isArray(update)) throw notImplemented("updates by an aggregation pipeline");
  if (!isDoc(update)) throw failedToParse("Update argument must be either an object or an array");
  const [first] = Object.keys(update);
  return first?.startsWith("$") ? operatorUpdate(update) : replacement(update);
}

function replacement(update: Doc): Update {
  for (const key of Object.keys(update)) {
    if (key.startsWith("$")) {
      throw new CommandError(
        52,
        `The dollar ($) prefixed field '${key}' in '${key}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
    }
  }
  return {
    kind: "replacement",
    apply: (doc) => {
      const id = doc._id === undefined ? update._id : doc._id;
      checkId(doc, update._id === undefined ? id : update._id);
      return withIdFirst(update, id);
    },
  };
}

export function withIdFirst(doc: Doc, id: Value | undefined): Doc {
  if (id === undefined) return doc;
  const made = docOf([["_id", id]]);
  for (const key in doc) if (key !== "_id") made[key] = doc[key] as Value;
  return made;
}

function checkId(before: Doc, id: Value | undefined): void {
  const had = before._id;
  if (had !== undefined && !equalValues(had, id)) {
    throw new CommandError(
      66,
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${renderValue(id)}`,
    );
  }
}

function operatorUpdate(update: Doc): Update {
  const changes = Object.entries(update).flatMap(([operator, fields]) => changesOf(operator, fields));
  // New fields are added in the order of their names.
  changes.sort((a, b) => compareStrings(a.field, b.field));
  checkConflicts(changes);
  return {
    kind: "operators",
    apply: (doc, inserting) => {
      const effective = changes.filter(
        ({ field, value, onInsertOnly }) =>
          (inserting || !onInsertOnly) && !identicalValues(doc[field], value),
      );
      if (effective.length === 0) return doc;
      const changed = copyDoc(doc);
      for (const { field, value } of effective) {
        if (value === undefined) delete changed[field];
        else changed[field] = value;
      }
      checkId(doc, changed._id);
      return changed;
    },
  };
}

function changesOf(operator: string, fields: Value): FieldChange[] {
  if (!realNames.modifiers.has(operator)) {
    throw failedToParse(
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  }
  if (!isDoc(fields)) {
    throw failedToParse(
      `Modifiers operate on fields but we found type ${typeOf(fields).alias} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${renderValue(fields)}}`,
    );
  }
  if (operator !== "$set" && operator !== "$setOnInsert" && operator !== "$unset") {
    throw notImplemented(`updates by ${operator}`);
  }
  return Object.entries(fields).map(([field, operand]) => {
    checkField(field);
    return {
      field,
      value: operator === "$unset" ? undefined : operand,
      onInsertOnly: operator === "$setOnInsert",
    };
  });
}

function checkField(field: string): void {
  if (field === "") throw new CommandError(56, "An empty update path is not valid.");
  if (field.includes(".")) throw notImplemented(`updates of nested fields, such as '${field}',`);
  if (field.startsWith("$")) {
    throw new CommandError(
      52,
      `The dollar ($) prefixed field '${field}' in '${field}' is not valid for storage.`,
    );
  }
}

function checkConflicts(changes: readonly FieldChange[]): void {
  changes.forEach(({ field }, i) => {
    if (field === changes[i - 1]?.field) {
      throw new CommandError(40, `Updating the path '${field}' would create a conflict at '${field}'`);
    }
  });
}
