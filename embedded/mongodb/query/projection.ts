import { documentOf, fieldsOf } from "../bson/raw-document.ts";
import { type Doc, isNumber, isTruthy } from "../bson/values.ts";
import { CommandError, notImplemented } from "../protocol/errors.ts";
import { checkTopLevel } from "./field-name.ts";

export type Projection = (raw: Buffer) => Buffer;

/** Compiles the projection of a `find`: its fields are included or excluded. Only `_id` may differ. */
export function compileProjection(spec: Doc): Projection {
  const wanted = new Map(Object.entries(spec).map(([field, value]) => [field, isWanted(field, value)]));
  const mode = modeOf(wanted);
  const gives = (field: string) => wanted.get(field) ?? (mode === "leave out" || field === "_id");
  return (raw) => documentOf([...fieldsOf(raw).values()].filter(({ name }) => gives(name)));
}

function isWanted(field: string, value: unknown): boolean {
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
