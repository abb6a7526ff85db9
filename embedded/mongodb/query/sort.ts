import { type Doc, isNumber } from "../bson/values.ts";
import { CommandError, failedToParse } from "../protocol/errors.ts";
import { checkTopLevel } from "./field-name.ts";

/** The fields of an order and their directions. */
export type SortOrder = readonly (readonly [field: string, direction: 1 | -1])[];

/** Reads `{field: 1 | -1}`. Empty for no order. */
export function parseSort(sort: Doc = {}): SortOrder {
  const fields = Object.entries(sort);
  if (fields.length > 32) throw failedToParse("too many compound keys");
  return fields.map(([field, value]) => {
    checkTopLevel(field);
    const direction = isNumber(value) ? Number(value) : 0;
    if (direction === 1 || direction === -1) return [field, direction];
    throw new CommandError(15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
  });
}
