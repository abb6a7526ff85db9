import { type Doc, isNumber } from "../bson/values.ts";
import { CommandError } from "../protocol/errors.ts";
import { checkTopLevel } from "./field-name.ts";

/** The fields of an order or of an index and their directions. */
export type SortOrder = readonly (readonly [field: string, direction: 1 | -1])[];

/** Reads `{field: 1 | -1}`. Empty for no order. */
export const parseSort = (sort: Doc = {}): SortOrder =>
  Object.entries(sort).map(([field, value]) => {
    checkTopLevel(field);
    const direction = isNumber(value) ? Number(value) : 0;
    if (direction === 1 || direction === -1) return [field, direction];
    throw new CommandError(15975, "key ordering must be 1 (for ascending) or -1 (for descending)");
  });
