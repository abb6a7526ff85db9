import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from "bson";

/**
 * How BSON values are held: int32 is a number, int64 a bigint, double a number where it could not be an int32 and else a
 * `Double`. So every value keeps its type and can be written back as it came. `undefined` stands for a missing value.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | Double
  | Decimal128
  | ObjectId
  | Binary
  | BSONRegExp
  | Timestamp
  | Code
  | BSONSymbol
  | MinKey
  | MaxKey
  | Value[]
  | Doc;

/** A document. Never changed once it is stored; changes make new ones that share what stayed the same. */
export interface Doc {
  [field: string]: Value;
}

/**
 * Makes documents without inherited members, so that a field may have any name, `__proto__` and `constructor` too. As in the
 * driver's own objects, fields with whole numbers for names come first.
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
  readonly number: number;
  readonly alias: string;
  /** Place in the order of types; types of one place compare with each other. */
  readonly rank: number;
}

const types = {
  missing: { number: 0, alias: "missing", rank: 0 },
  null: { number: 10, alias: "null", rank: 5 },
  int: { number: 16, alias: "int", rank: 10 },
  long: { number: 18, alias: "long", rank: 10 },
  double: { number: 1, alias: "double", rank: 10 },
  decimal: { number: 19, alias: "decimal", rank: 10 },
  string: { number: 2, alias: "string", rank: 15 },
  symbol: { number: 14, alias: "symbol", rank: 15 },
  object: { number: 3, alias: "object", rank: 20 },
  array: { number: 4, alias: "array", rank: 25 },
  binData: { number: 5, alias: "binData", rank: 30 },
  objectId: { number: 7, alias: "objectId", rank: 35 },
  bool: { number: 8, alias: "bool", rank: 40 },
  date: { number: 9, alias: "date", rank: 45 },
  timestamp: { number: 17, alias: "timestamp", rank: 47 },
  regex: { number: 11, alias: "regex", rank: 50 },
  javascript: { number: 13, alias: "javascript", rank: 60 },
  javascriptWithScope: { number: 15, alias: "javascriptWithScope", rank: 65 },
  minKey: { number: -1, alias: "minKey", rank: -1 },
  maxKey: { number: 127, alias: "maxKey", rank: 127 },
} as const satisfies Record<string, BsonType>;

export const typeByAlias: ReadonlyMap<string, BsonType> = new Map(Object.entries(types));

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
  if (value instanceof Decimal128) return types.decimal;
  if (value instanceof Timestamp) return types.timestamp;
  if (value instanceof BSONRegExp) return types.regex;
  if (value instanceof BSONSymbol) return types.symbol;
  if (value instanceof Code) return value.scope ? types.javascriptWithScope : types.javascript;
  if (value instanceof MinKey) return types.minKey;
  if (value instanceof MaxKey) return types.maxKey;
  throw new TypeError("not a BSON value");
}

export type NumberValue = number | bigint | Double | Decimal128;

export function isNumber(value: Value | undefined): value is NumberValue {
  return (
    typeof value === "number" ||
    typeof value === "bigint" ||
    value instanceof Double ||
    value instanceof Decimal128
  );
}

/** The value as a JavaScript number; int64 and decimal lose what a double can't hold. */
export function asNumber(value: NumberValue): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  return value instanceof Double ? value.value : Number(value.toString());
}

/** A whole number from any numeric type, else undefined. */
export function asInteger(value: Value | undefined): number | undefined {
  if (!isNumber(value)) return undefined;
  const number = asNumber(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** What counts as true in flags, `$exists` and expressions. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false) return false;
  return !(isNumber(value) && asNumber(value) === 0);
}
