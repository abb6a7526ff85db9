import { Binary, Double, ObjectId } from "bson";
import { type Doc, isDoc, isNumber, type NumberValue, typeOf, type Value } from "./value.ts";

/**
 * BSON comparison order: by type, then by value; numbers of all types by their exact value, strings by their
 * UTF-8 bytes. A missing value comes before null.
 */
export function compareValues(a: Value | undefined, b: Value | undefined): number {
  if (typeof a === "string" && typeof b === "string") return compareStrings(a, b);
  if (a === b) return 0;
  const rank = typeOf(a).rank - typeOf(b).rank;
  return rank !== 0 ? rank : compareSameRank(a, b);
}

function compareSameRank(a: Value | undefined, b: Value | undefined): number {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (isDoc(a) && isDoc(b)) return compareDocs(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return compareArrays(a, b);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (a instanceof ObjectId && b instanceof ObjectId) return Buffer.compare(a.id, b.id);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Binary && b instanceof Binary) return compareBinaries(a, b);
  return typeof a === "string" && typeof b === "string" ? compareStrings(a, b) : 0;
}

/** UTF-8 byte order. UTF-16 order differs only for a surrogate and a code unit above the surrogates. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return codePointOrder(left) - codePointOrder(right);
  }
  return a.length - b.length;
}

/** A number that orders UTF-16 code units by code points. */
export function codePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** JavaScript compares a bigint and a number by their exact values. NaN comes before all other numbers. */
function compareNumbers(a: NumberValue, b: NumberValue): number {
  const left = a instanceof Double ? a.value : a;
  const right = b instanceof Double ? b.value : b;
  const leftIsNan = Number.isNaN(left);
  const rightIsNan = Number.isNaN(right);
  if (leftIsNan || rightIsNan) return Number(rightIsNan) - Number(leftIsNan);
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareDocs(a: Doc, b: Doc): number {
  const left = Object.keys(a);
  const right = Object.keys(b);
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const leftKey = left[i] as string;
    const rightKey = right[i] as string;
    const leftValue = a[leftKey];
    const rightValue = b[rightKey];
    const order =
      typeOf(leftValue).rank - typeOf(rightValue).rank ||
      compareStrings(leftKey, rightKey) ||
      compareValues(leftValue, rightValue);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareArrays(a: readonly Value[], b: readonly Value[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareBinaries(a: Binary, b: Binary): number {
  if (a.position !== b.position) return a.position - b.position;
  if (a.sub_type !== b.sub_type) return a.sub_type - b.sub_type;
  return Buffer.compare(a.buffer.subarray(0, a.position), b.buffer.subarray(0, b.position));
}

export function equalValues(a: Value | undefined, b: Value | undefined): boolean {
  return compareValues(a, b) === 0;
}

/** Whether two values have the same bytes: same types, same fields in the same order. */
export function identicalValues(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (typeOf(a) !== typeOf(b)) return false;
  if (isDoc(a) && isDoc(b)) return identicalDocs(a, b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, i) => identicalValues(value, b[i]));
  }
  return compareSameRank(a, b) === 0;
}

function identicalDocs(a: Doc, b: Doc): boolean {
  const left = Object.keys(a);
  const right = Object.keys(b);
  return (
    left.length === right.length &&
    left.every((key, i) => key === right[i] && identicalValues(a[key], b[key]))
  );
}
