import { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, ObjectId, Timestamp } from "bson";
import { compareExact, exactNumber } from "./decimal.ts";
import { asNumber, type Doc, isDoc, isNumber, type NumberValue, typeOf, type Value } from "./value.ts";

/**
 * BSON comparison order: by type, then by value; numbers of all types by their exact value, strings by their UTF-8 bytes.
 * A missing value (and the index key of an empty array) stands below null.
 */
export function compareValues(a: Value | undefined, b: Value | undefined): number {
  if (typeof a === "string" && typeof b === "string") return compareStrings(a, b);
  if (a === b) return 0;
  const rank = typeOf(a).rank - typeOf(b).rank;
  if (rank !== 0) return rank;
  return compareSameRank(a, b);
}

function compareSameRank(a: Value | undefined, b: Value | undefined): number {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (isDoc(a) && isDoc(b)) return compareDocs(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return compareArrays(a, b);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (a instanceof ObjectId && b instanceof ObjectId) return Buffer.compare(a.id, b.id);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Binary && b instanceof Binary) return compareBinaries(a, b);
  if (a instanceof Timestamp && b instanceof Timestamp) return compareBigInts(unsigned(a), unsigned(b));
  if (a instanceof BSONRegExp && b instanceof BSONRegExp) {
    return compareStrings(a.pattern, b.pattern) || compareStrings(a.options, b.options);
  }
  if (a instanceof Code && b instanceof Code) {
    const scopes = isDoc(a.scope) && isDoc(b.scope) ? compareDocs(a.scope, b.scope) : 0;
    return compareStrings(a.code, b.code) || scopes;
  }
  const left = text(a);
  const right = text(b);
  return left !== undefined && right !== undefined ? compareStrings(left, right) : 0;
}

function text(value: Value | undefined): string | undefined {
  if (value instanceof BSONSymbol) return value.value;
  return typeof value === "string" ? value : undefined;
}

const unsigned = (value: Timestamp) => BigInt.asUintN(64, value.toBigInt());

const compareBigInts = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

/** UTF-8 byte order, which differs from UTF-16 order only where a surrogate meets a code unit above the surrogates. */
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

function codePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

export function compareNumbers(a: NumberValue, b: NumberValue): number {
  const left = typeof a === "bigint" ? a : asNumber(a);
  const right = typeof b === "bigint" ? b : asNumber(b);
  const leftIsNan = Number.isNaN(left);
  const rightIsNan = Number.isNaN(right);
  if (leftIsNan || rightIsNan) return Number(rightIsNan) - Number(leftIsNan);
  const decimal = a instanceof Decimal128 || b instanceof Decimal128;
  if (decimal) return compareWithDecimal(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareWithDecimal(a: NumberValue, b: NumberValue): number {
  const left = infinity(a);
  const right = infinity(b);
  return left !== 0 || right !== 0 ? left - right : compareExact(exactNumber(a), exactNumber(b));
}

/** 1 or -1 for an infinite number. A decimal beyond a double's range is finite all the same. */
function infinity(value: NumberValue): number {
  if (value instanceof Decimal128 && /\d/.test(value.toString())) return 0;
  const number = asNumber(value);
  return typeof value === "bigint" || Number.isFinite(number) ? 0 : Math.sign(number);
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
  if (a instanceof Decimal128 && b instanceof Decimal128) return Buffer.compare(a.bytes, b.bytes) === 0;
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
