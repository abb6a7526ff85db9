import { documentOf, fieldsOf } from "../bson/raw-document.ts";
import { type Doc, isNumber, isTruthy } from "../bson/values.ts";
import { CommandError, notImplemented } from "../protocol/errors.ts";
import { checkTopLevel } from "./field-name.ts";

export type Projection = (raw: Buffer) => Buffer;

/** Compiles the projection of a `find`: its fields are included or excluded. Only `_id` may differ. */
export function compileProjection(spec: Doc): Projection {
  const wanted = new Map(Object.entries(spec).map(([field, value]) => [field, isWanted(field, value)]));
  const { _id, ...others } = Object.fromEntries(wanted);
  const [includes = _id === true, ...further] = new Set(Object.values(others));
  if (further.length > 0) throw new CommandError(31254, "A projection can't include and exclude fields");
  const gives = (field: string) => wanted.get(field) ?? (!includes || field === "_id");
  return (raw) => documentOf([...fieldsOf(raw).values()].filter(({ name }) => gives(name)));
}

function isWanted(field: string, value: unknown): boolean {
  checkTopLevel(field);
  if (typeof value !== "boolean" && !isNumber(value)) throw notImplemented("computed fields of a projection");
  return isTruthy(value);
}
