import { BSONRegExp, BSONSymbol } from "bson";
import { compareValues, equalValues } from "../bson/compare.ts";
import { asNumber, isNumber, typeOf, type Value } from "../bson/value.ts";
import { type Path, someValueAt } from "./path.ts";
import { compileRegexValue } from "./regex.ts";

/** A test of what stands at a path (arrays stand for their elements, too) or of one value by itself. */
export interface ValueTest {
  atPath(from: Value, path: Path): boolean;
  single(value: Value | undefined): boolean;
}

/** With `whole` an array is tested as it is, never by its elements. */
export function valueTest(test: (value: Value | undefined) => boolean, whole: boolean): ValueTest {
  return { atPath: (from, path) => someValueAt(from, path, 0, whole, test), single: test };
}

export function negated(inner: ValueTest): ValueTest {
  return {
    atPath: (from, path) => !inner.atPath(from, path),
    single: (value) => !inner.single(value),
  };
}

export function allOf(tests: readonly ValueTest[]): ValueTest {
  const [only] = tests;
  if (tests.length === 1 && only) return only;
  return {
    atPath: (from, path) => tests.every((test) => test.atPath(from, path)),
    single: (value) => tests.every((test) => test.single(value)),
  };
}

/** Equality; null also matches what is missing. */
export function equalTo(operand: Value): ValueTest {
  if (operand === null) return valueTest((value) => value === undefined || value === null, false);
  if (typeof operand === "string") {
    return valueTest(
      (value) => value === operand || (value instanceof BSONSymbol && value.value === operand),
      false,
    );
  }
  return valueTest((value) => value !== undefined && equalValues(value, operand), false);
}

/** `accepts` gets how the value compares with the operand; values of other types never match. */
export function comparedTo(operand: Value, accepts: (order: number) => boolean): ValueTest {
  if (operand === null) return accepts(0) ? equalTo(null) : valueTest(() => false, false);
  const { rank, alias } = typeOf(operand);
  const anyType = alias === "minKey" || alias === "maxKey";
  const operandIsNan = isNan(operand);
  return valueTest((value) => {
    if (value === undefined) return false;
    if (!anyType && typeOf(value).rank !== rank) return false;
    if (operandIsNan || isNan(value)) return operandIsNan && isNan(value) && accepts(0);
    return accepts(compareValues(value, operand));
  }, false);
}

function isNan(value: Value): boolean {
  return isNumber(value) && Number.isNaN(asNumber(value));
}

/** Matches strings, and the same regular expression as a value. */
export function regexTest(regex: BSONRegExp): ValueTest {
  const compiled = compileRegexValue(regex);
  return valueTest((value) => {
    if (typeof value === "string") return compiled.test(value);
    return value instanceof BSONRegExp && equalValues(value, regex);
  }, false);
}
