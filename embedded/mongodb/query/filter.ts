import { compareValues, equalValues } from "../bson/compare.ts";
import { hashKey } from "../bson/hash-key.ts";
import { asNumber, type Doc, isDoc, isNumber, typeOf, type Value } from "../bson/value.ts";
import { badValue, notImplemented } from "../protocol/errors.ts";
import { realNames } from "../protocol/real-names.ts";
import { checkSearchable } from "../store/searched-text.ts";
import type { HasFields } from "../store/stored-document.ts";
import { checkTopLevel } from "./field-name.ts";
import { readPattern } from "./literal-pattern.ts";

export type Predicate = (doc: HasFields) => boolean;

/** A test of a field's value; undefined is a missing field. */
type ValueTest = (value: Value | undefined) => boolean;

/**
 * Compiles a filter: conditions on fields of the document itself, `$and`, `$or` and `$nor`. Throws BadValue for
 * an operator that the real server does not have, and NotImplemented for its other operators, for nested fields
 * and for arrays.
 */
export function compileFilter(filter: Doc): Predicate {
  const predicates = Object.keys(filter).map((key) => compileEntry(key, filter[key] as Value));
  return allOf(predicates);
}

function allOf(predicates: readonly Predicate[]): Predicate {
  const [only] = predicates;
  if (predicates.length === 1 && only) return only;
  return (doc) => predicates.every((predicate) => predicate(doc));
}

function compileEntry(key: string, value: Value): Predicate {
  if (key === "$and") return allOf(compileBranches(key, value));
  if (key === "$or" || key === "$nor") {
    const any = compileBranches(key, value);
    return (doc) => any.some((predicate) => predicate(doc)) === (key === "$or");
  }
  if (realNames.conditions.has(key)) throw notImplemented(`filters by ${key}`);
  if (key.startsWith("$")) {
    throw badValue(
      `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
    );
  }
  checkTopLevel(key);
  const test = compileCondition(value);
  return (doc) => {
    const found = doc.field(key);
    if (Array.isArray(found)) throw notImplemented(`filters on arrays, such as the field '${key}',`);
    return test(found);
  };
}

function compileBranches(key: string, branches: Value): Predicate[] {
  if (!Array.isArray(branches)) throw badValue(`${key} must be an array`);
  if (branches.length === 0) throw badValue("$and/$or/$nor must be a nonempty array");
  return branches.map((branch) => {
    if (!isDoc(branch)) throw badValue("$or/$and/$nor entries need to be full objects");
    return compileFilter(branch);
  });
}

/** Whether a document contains operators (`{$gt: 1}`) and is not a value. */
export function isOperatorDoc(value: Value | undefined): value is Doc {
  if (!isDoc(value)) return false;
  const [first] = Object.keys(value);
  return first?.startsWith("$") === true;
}

function compileCondition(value: Value): ValueTest {
  if (!isOperatorDoc(value)) return equalTo(value);
  const tests = Object.keys(value).flatMap((name) => compileOperator(name, value) ?? []);
  const [only] = tests;
  if (tests.length === 1 && only) return only;
  return (found) => tests.every((test) => test(found));
}

/** Undefined for `$options`, which belongs to `$regex`. */
function compileOperator(name: string, operators: Doc): ValueTest | undefined {
  const operand = operators[name] as Value;
  switch (name) {
    case "$gt":
      return comparedTo(operand, (order) => order > 0);
    case "$gte":
      return comparedTo(operand, (order) => order >= 0);
    case "$lt":
      return comparedTo(operand, (order) => order < 0);
    case "$lte":
      return comparedTo(operand, (order) => order <= 0);
    case "$in":
      return oneOf(operand);
    case "$regex": {
      const { text, ignoringCase } = readPattern(operand, operators.$options);
      const found = (value: string) => (ignoringCase ? ignoringCase.test(value) : value.includes(text));
      return (value) => {
        if (typeof value !== "string") return false;
        checkSearchable(value);
        return found(value);
      };
    }
    case "$options":
      if (operators.$regex === undefined) throw badValue("$options needs a $regex");
      return undefined;
    default:
      throw realNames.operators.has(name)
        ? notImplemented(`filters by ${name}`)
        : badValue(`unknown operator: ${name}`);
  }
}

/** Equality; null also matches missing fields. */
function equalTo(operand: Value): ValueTest {
  if (Array.isArray(operand)) throw notImplemented("filters by arrays");
  if (operand === null) return (value) => value === undefined || value === null;
  if (typeof operand === "string" || typeof operand === "boolean") return (value) => value === operand;
  return (value) => value !== undefined && equalValues(value, operand);
}

/** `accepts` gets the comparison of the value with the operand; values of other types never match. */
function comparedTo(operand: Value, accepts: (order: number) => boolean): ValueTest {
  if (Array.isArray(operand)) throw notImplemented("filters by arrays");
  if (operand === null) return accepts(0) ? equalTo(null) : () => false;
  const { rank } = typeOf(operand);
  const operandIsNan = isNan(operand);
  return (value) => {
    if (value === undefined || typeOf(value).rank !== rank) return false;
    if (operandIsNan || isNan(value)) return operandIsNan && isNan(value) && accepts(0);
    return accepts(compareValues(value, operand));
  };
}

function isNan(value: Value): boolean {
  return isNumber(value) && Number.isNaN(asNumber(value));
}

function oneOf(operand: Value): ValueTest {
  if (!Array.isArray(operand)) throw badValue("$in needs an array");
  for (const value of operand) {
    if (isOperatorDoc(value)) throw badValue("cannot nest $ under $in");
    if (Array.isArray(value)) throw notImplemented("filters by arrays");
  }
  const keys = new Set(operand.map(hashKey));
  const missing = operand.includes(null);
  return (value) => (value === undefined ? missing : keys.has(hashKey(value)));
}
