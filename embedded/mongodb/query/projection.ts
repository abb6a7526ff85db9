import type { Raw } from "../bson/encoded.ts";
import { rawWith } from "../bson/raw.ts";
import { type Doc, isNumber, isTruthy, type Value } from "../bson/value.ts";
import { CommandError, notImplemented } from "../protocol/errors.ts";
import { checkTopLevel } from "./field-name.ts";

export type Projection = (raw: Raw) => Raw;

/** Compiles the projection of a `find`: its fields are included or excluded. Only `_id` may differ. */
export function compileProjection(spec: Doc): Projection {
  const wanted = new Map(Object.keys(spec).map((field) => [field, isWanted(field, spec[field])]));
  const mode = modeOf(wanted);
  const gives = (field: string) => wanted.get(field) ?? (mode === "leave out" || field === "_id");
  return (raw) => rawWith(raw, gives);
}

function isWanted(field: string, value: Value | undefined): boolean {
  checkTopLevel(field);
  if (typeof value !== "boolean" && !isNumber(value)) throw notImplemented("computed fields of a projection");
  return isTruthy(value);
}

function modeOf(wanted: ReadonlyMap<string, boolean>): "give" | "leave out" {
  const others = [...wanted].filter(([field]) => field !== "_id");
  const [first] = others;
  if (!first) return wanted.get("_id") === true ? "give" : "leave out";
  const different = others.find(([, gives]) => gives !== first[1]);
  if (!different) return first[1] ? "give" : "leave out";
  throw first[1]
    ? new CommandError(31254, `Cannot do exclusion on field ${different[0]} in inclusion projection`)
    : new CommandError(31253, `Cannot do inclusion on field ${different[0]} in exclusion projection`);
}
