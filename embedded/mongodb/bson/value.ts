import { Binary, Double, ObjectId } from "bson";

/**
 * The JavaScript form of BSON values: int32 is a number, int64 a bigint, and double a number if it could not
 * be an int32, else a `Double`. So every value keeps its type and is written back unchanged. `undefined`
 * means a missing value.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | Double
  | ObjectId
  | Binary
  | Value[]
  | Doc;

/** A document. A stored one never changes; an update makes a new one that shares the unchanged values. */
export interface Doc {
  [field: string]: Value;
}

/**
 * Makes documents without inherited members, so that a field may have any name, also `__proto__` and
 * `constructor`. As in the driver's objects, fields with whole numbers as names come first.
 */
export const Fields = function Fields() {} as unknown as { new (): Doc; prototype: object };
Fields.prototype = Object.freeze(Object.create(null));

export function isDoc(value: unknown): value is Doc {
  return value instanceof Fields;
}

export function copyDoc(doc: Doc): Doc {
  const copy = new Fields();
  for (const key in doc) copy[key] = doc[key] as Value;
  return copy;
}

export function docOf(entries: Iterable<readonly [string, Value | undefined]>): Doc {
  const doc = new Fields();
  for (const [key, value] of entries) if (value !== undefined) doc[key] = value;
  return doc;
}

export function isInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}

/** The stored form of a double. */
export function toDouble(value: number): number | Double {
  return isInt32(value) ? new Double(value) : value;
}

interface BsonType {
  readonly alias: string;
  /** The place of a type in the BSON order. Types with the same rank are compared by value. */
  readonly rank: number;
}

const types = {
  missing: { alias: "missing", rank: 0 },
  null: { alias: "null", rank: 5 },
  int: { alias: "int", rank: 10 },
  long: { alias: "long", rank: 10 },
  double: { alias: "double", rank: 10 },
  string: { alias: "string", rank: 15 },
  object: { alias: "object", rank: 20 },
  array: { alias: "array", rank: 25 },
  binData: { alias: "binData", rank: 30 },
  objectId: { alias: "objectId", rank: 35 },
  bool: { alias: "bool", rank: 40 },
  date: { alias: "date", rank: 45 },
} as const satisfies Record<string, BsonType>;

export function typeOf(value: Value | undefined): BsonType {
  switch (typeof value) {
    case "string":
      return types.string;
    case "number":
      return isInt32(value) ? types.int : types.double;
    case "boolean":
      return types.bool;
    case "bigint":
      return types.long;
    case "undefined":
      return types.missing;
    default:
      return objectType(value);
  }
}

function objectType(value: object | null): BsonType {
  if (value === null) return types.null;
  if (value instanceof Fields) return types.object;
  if (Array.isArray(value)) return types.array;
  if (value instanceof Date) return types.date;
  if (value instanceof ObjectId) return types.objectId;
  if (value instanceof Double) return types.double;
  if (value instanceof Binary) return types.binData;
  throw new TypeError("not a BSON value");
}

export type NumberValue = number | bigint | Double;

export function isNumber(value: Value | undefined): value is NumberValue {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Double;
}

/** The value as a JavaScript number; an int64 is rounded to a double. */
export function asNumber(value: NumberValue): number {
  if (typeof value === "number") return value;
  return typeof value === "bigint" ? Number(value) : value.value;
}

/** A whole number from any numeric type, else undefined. */
export function asInteger(value: Value | undefined): number | undefined {
  if (!isNumber(value)) return undefined;
  const number = asNumber(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Whether a flag or a projection counts as true. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false) return false;
  return !(isNumber(value) && asNumber(value) === 0);
}
