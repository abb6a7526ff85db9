import { BSONRegExp } from "bson";
import { compareValues } from "../bson/compare.ts";
import { asNumber, isNumber, typeOf, type Value } from "../bson/value.ts";
import { literalPrefix } from "./regex.ts";

/** A cut between values: just before or just after one, or before or after a whole type. No value lies on it. */
export interface Cut {
  readonly rank: number;
  readonly value?: Value;
  readonly after: boolean;
}

export interface Interval {
  readonly low: Cut;
  readonly high: Cut;
}

/** Negative when the value lies below the cut, positive above. */
export function compareToCut(value: Value | undefined, cut: Cut): number {
  const side = cut.after ? -1 : 1;
  const rank = typeOf(value).rank - cut.rank;
  if (rank !== 0) return rank;
  return cut.value === undefined ? side : compareValues(value, cut.value) || side;
}

function compareCuts(a: Cut, b: Cut): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.value === undefined)
    return b.value === undefined ? Number(a.after) - Number(b.after) : a.after ? 1 : -1;
  if (b.value === undefined) return b.after ? -1 : 1;
  return compareValues(a.value, b.value) || Number(a.after) - Number(b.after);
}

export function point(value: Value): Interval {
  const rank = typeOf(value).rank;
  return { low: { rank, value, after: false }, high: { rank, value, after: true } };
}

/** The value of an interval that holds one value only. */
export function pointValue(interval: Interval): Value | undefined {
  const { low, high } = interval;
  if (low.value === undefined || high.value === undefined || low.after || !high.after) return undefined;
  return compareValues(low.value, high.value) === 0 ? low.value : undefined;
}

export function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const found: Interval[] = [];
  for (const left of a) {
    for (const right of b) {
      const low = compareCuts(left.low, right.low) > 0 ? left.low : right.low;
      const high = compareCuts(left.high, right.high) < 0 ? left.high : right.high;
      if (compareCuts(low, high) < 0) found.push({ low, high });
    }
  }
  return found;
}

const indexable = new Set([
  "string",
  "int",
  "long",
  "double",
  "decimal",
  "date",
  "objectId",
  "bool",
  "binData",
]);

function rangeable(value: Value): boolean {
  return indexable.has(typeOf(value).alias) && !(isNumber(value) && Number.isNaN(asNumber(value)));
}

/** Every key equal to the value, or undefined when an index can't tell (arrays are equal as a whole or by an element). */
function equality(value: Value): Interval[] | undefined {
  if (value instanceof BSONRegExp || Array.isArray(value)) return undefined;
  return [point(value)];
}

/**
 * The index keys a document must have one of when it matches the operator; undefined when an index is no help. The keys may
 * hold more than what matches, never less.
 */
export function operatorBounds(operator: string, operand: Value, options: string): Interval[] | undefined {
  switch (operator) {
    case "$eq":
      return equality(operand);
    case "$in":
      return listBounds(operand);
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return rangeBounds(operator, operand);
    case "$regex":
      return regexBounds(operand, options);
    default:
      return undefined;
  }
}

function listBounds(operand: Value): Interval[] | undefined {
  if (!Array.isArray(operand)) return undefined;
  const sorted = [...operand].sort(compareValues);
  const distinct = sorted.filter((value, i) => i === 0 || compareValues(sorted[i - 1], value) !== 0);
  const bounds = distinct.map(equality);
  return bounds.includes(undefined) ? undefined : bounds.flatMap((each) => each ?? []);
}

function rangeBounds(operator: string, value: Value): Interval[] | undefined {
  if (value === null) return operator.endsWith("e") ? [point(null)] : undefined;
  if (!rangeable(value)) return undefined;
  const { rank } = typeOf(value);
  if (operator.startsWith("$g")) {
    return [{ low: { rank, value, after: operator === "$gt" }, high: { rank, after: true } }];
  }
  return [{ low: { rank, after: false }, high: { rank, value, after: operator === "$lte" } }];
}

function regexBounds(operand: Value, options: string): Interval[] | undefined {
  const regex = operand instanceof BSONRegExp ? operand : undefined;
  const pattern = regex ? regex.pattern : operand;
  if (typeof pattern !== "string") return undefined;
  const prefix = literalPrefix(pattern, (regex?.options ?? "") + options);
  if (prefix === "") return undefined;
  const { rank } = typeOf(prefix);
  const next = successor(prefix);
  const high: Cut = next === undefined ? { rank, after: true } : { rank, value: next, after: false };
  return [
    { low: { rank, value: prefix, after: false }, high },
    point(new BSONRegExp(pattern, regex?.options ?? "")),
  ];
}

/** The least string above all strings that begin with `prefix`. */
function successor(prefix: string): string | undefined {
  const points = [...prefix];
  const last = points.pop()?.codePointAt(0);
  if (last === undefined || last >= 0x10ffff || (last >= 0xd7ff && last < 0xe000)) return undefined;
  return points.join("") + String.fromCodePoint(last + 1);
}
