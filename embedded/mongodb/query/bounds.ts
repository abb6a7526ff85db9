import { compareValues } from "../bson/compare.ts";
import { asNumber, type Doc, isDoc, isNumber, type NumberValue, typeOf, type Value } from "../bson/value.ts";
import { isOperatorDoc } from "./filter.ts";

/** A border just before or after a value or a whole type. No value equals it. */
export interface Border {
  readonly rank: number;
  readonly value?: Value;
  readonly after: boolean;
}

export interface Interval {
  readonly low: Border;
  readonly high: Border;
}

/** Negative if the value is below the border, positive if above. */
export function compareToBorder(value: Value | undefined, border: Border): number {
  const side = border.after ? -1 : 1;
  const rank = typeOf(value).rank - border.rank;
  if (rank !== 0) return rank;
  return border.value === undefined ? side : compareValues(value, border.value) || side;
}

function compareBorders(a: Border, b: Border): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.value === undefined)
    return b.value === undefined ? Number(a.after) - Number(b.after) : a.after ? 1 : -1;
  if (b.value === undefined) return b.after ? -1 : 1;
  return compareValues(a.value, b.value) || Number(a.after) - Number(b.after);
}

function point(value: Value): Interval {
  const rank = typeOf(value).rank;
  return { low: { rank, value, after: false }, high: { rank, value, after: true } };
}

/** The value of an interval that contains only one value. */
export function pointValue(interval: Interval): Value | undefined {
  const { low, high } = interval;
  if (low.value === undefined || high.value === undefined || low.after || !high.after) return undefined;
  return compareValues(low.value, high.value) === 0 ? low.value : undefined;
}

function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const found: Interval[] = [];
  for (const left of a) {
    for (const right of b) {
      const low = compareBorders(left.low, right.low) > 0 ? left.low : right.low;
      const high = compareBorders(left.high, right.high) < 0 ? left.high : right.high;
      if (compareBorders(low, high) < 0) found.push({ low, high });
    }
  }
  return found;
}

/** The intervals of values for each field with a condition that an index can serve. */
export type FieldBounds = ReadonlyMap<string, readonly Interval[]>;

/** The bounds may include values that don't match, but never exclude one that does. */
export function fieldBounds(filter: Doc): FieldBounds {
  const bounds = new Map<string, readonly Interval[]>();
  for (const [field, value] of conditionsOf(filter)) {
    const known = bounds.get(field);
    const conditions = isOperatorDoc(value)
      ? Object.entries(value).flatMap(([operator, operand]) => {
          const found = operatorBounds(operator, operand);
          return found ? [found] : [];
        })
      : [[point(value)]];
    if (conditions.length > 0)
      bounds.set(field, [...(known ? [known] : []), ...conditions].reduce(intersect));
  }
  return bounds;
}

/** The conditions on fields that every document must match, also those inside `$and`. */
export function conditionsOf(filter: Doc): (readonly [string, Value])[] {
  return Object.entries(filter).flatMap(([key, value]) => {
    if (key === "$and") return Array.isArray(value) ? value.filter(isDoc).flatMap(conditionsOf) : [];
    return key.startsWith("$") ? [] : [[key, value] as const];
  });
}

/**
 * The number of listed values, or of their combinations, above which an index is searched by fewer fields.
 */
export const mostListed = 10_000;

/** Undefined if an index doesn't help. */
function operatorBounds(operator: string, operand: Value): Interval[] | undefined {
  switch (operator) {
    case "$in":
      return isShortList(operand) ? distinct(operand).map(point) : undefined;
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return rangeBounds(operator, operand);
    default:
      return undefined;
  }
}

/**
 * Whether all values within the condition's bounds match, and no others. Null also matches missing fields.
 */
export function hasExactBounds(condition: Value): boolean {
  if (!isDoc(condition)) return isExactPoint(condition);
  const operators = Object.entries(condition);
  return operators.length > 0 && operators.every(isExactOperator);
}

const isExactPoint = (value: Value) => value !== null && !Array.isArray(value) && !isDoc(value);

function isExactOperator([name, operand]: readonly [string, Value]): boolean {
  if (name === "$in") return isShortList(operand) && operand.every(isExactPoint);
  if (isNumber(operand)) return ranges.has(name) && !isNan(operand);
  return ranges.has(name) && (operand instanceof Date || typeof operand === "string");
}

const isNan = (value: NumberValue) => Number.isNaN(asNumber(value));

const isShortList = (value: Value): value is Value[] => Array.isArray(value) && value.length <= mostListed;

const ranges: ReadonlySet<string> = new Set(["$gt", "$gte", "$lt", "$lte"]);

/** The values in order, without duplicates. */
export function distinct(values: readonly Value[]): Value[] {
  const sorted = [...values].sort(compareValues);
  return sorted.filter((value, i) => i === 0 || compareValues(sorted[i - 1], value) !== 0);
}

function rangeBounds(operator: string, value: Value): Interval[] | undefined {
  if (value === null) return operator.endsWith("e") ? [point(null)] : undefined;
  if (isNumber(value) && isNan(value)) return undefined;
  const { rank } = typeOf(value);
  if (operator.startsWith("$g")) {
    return [{ low: { rank, value, after: operator === "$gt" }, high: { rank, after: true } }];
  }
  // NaN comes before all other numbers, and is in no range.
  const low = isNumber(value) ? { rank, value: Number.NaN, after: true } : { rank, after: false };
  return [{ low, high: { rank, value, after: operator === "$lte" } }];
}
