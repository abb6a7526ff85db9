import { equalValues } from "../bson/compare.ts";
import { type Doc, isDoc, type Value } from "../bson/value.ts";
import { type Interval, operatorBounds } from "./bounds.ts";
import { isOperatorDoc } from "./matcher.ts";
import { isRegex } from "./regex.ts";

/** For each field path: the bounds of every condition on it, all of which must hold. */
export type FieldBounds = ReadonlyMap<string, readonly (readonly Interval[])[]>;

export function fieldBounds(filter: Doc): FieldBounds {
  const bounds = new Map<string, Interval[][]>();
  collect(filter, bounds);
  return bounds;
}

function collect(filter: Doc, bounds: Map<string, Interval[][]>): void {
  for (const key in filter) {
    const value = filter[key] as Value;
    if (key === "$and" && Array.isArray(value)) {
      for (const entry of value) if (isDoc(entry)) collect(entry, bounds);
    } else if (!key.startsWith("$")) {
      const found = conditionBounds(value);
      if (found.length > 0) bounds.set(key, [...(bounds.get(key) ?? []), ...found]);
    }
  }
}

function conditionBounds(value: Value): Interval[][] {
  const operators: [string, Value][] = isOperatorDoc(value)
    ? Object.entries(value)
    : [[isRegex(value) ? "$regex" : "$eq", value]];
  const options = isOperatorDoc(value) && typeof value.$options === "string" ? value.$options : "";
  return operators.flatMap(([operator, operand]) => {
    const found = operatorBounds(operator, operand, options);
    return found ? [found] : [];
  });
}

/** The branches of an `$or` all documents must match one of. */
export function alternatives(filter: Doc): Doc[] | undefined {
  const branches = filter.$or;
  return Array.isArray(branches) && branches.every(isDoc) ? (branches as Doc[]) : undefined;
}

/** Whether a filter states every condition of an index's partial filter word for word. */
export function implies(filter: Doc, partial: Doc): boolean {
  return Object.keys(partial).every((key) => {
    const value = filter[key];
    return value !== undefined && equalValues(value, partial[key]);
  });
}
