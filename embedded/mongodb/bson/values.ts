/** A document as JavaScript values. An int64 is a bigint, all other numbers are numbers. */
export type Doc = Record<string, unknown>;

/** How commands are read: integers of 64 bits keep their exact value. */
export const readOptions = { useBigInt64: true } as const;

export const isDoc = (value: unknown): value is Doc =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Whether a document contains operators (`{$gt: 1}`) and is not a value. */
export function isOperatorDoc(value: unknown): value is Doc {
  return isDoc(value) && Object.keys(value)[0]?.startsWith("$") === true;
}

export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

/** Whether a flag or a projection counts as true. */
export const isTruthy = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && !(isNumber(value) && Number(value) === 0);

/** The name that the real server gives to the type of a value in its messages. */
export function typeName(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "double";
  if (typeof value === "bigint") return "long";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (value instanceof Date) return "date";
  return isDoc(value) ? "object" : (value as { constructor: { name: string } }).constructor.name;
}

/** A value in the form of the real server's messages. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (Array.isArray(value)) return value.length > 0 ? `[ ${value.map(shown).join(", ")} ]` : "[]";
  if (!isDoc(value)) return String(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${shown(field)}`);
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}
