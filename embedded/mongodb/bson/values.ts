import { EJSON } from "bson";

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

/** A value in a message. */
export const shown = (value: unknown): string => EJSON.stringify(value);
