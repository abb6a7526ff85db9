import { compileExpression } from "../aggregate/expression.ts";
import { noVariables, type Variables } from "../aggregate/variables.ts";
import { equalValues } from "../bson/compare.ts";
import { renderDoc } from "../bson/render.ts";
import { type Doc, isDoc, isTruthy, type Value } from "../bson/value.ts";
import { badValue } from "../errors.ts";
import { splitPath } from "./path.ts";
import { isRegex } from "./regex.ts";
import { valueOperators } from "./value-operators.ts";
import { allOf, equalTo, negated, regexTest, type ValueTest, valueTest } from "./value-test.ts";

export type Predicate = (doc: Doc) => boolean;

/** Compiles a filter. Throws BadValue for an operator the server does not know. */
export function compileFilter(filter: Doc, variables: Variables = noVariables): Predicate {
  const predicates = Object.keys(filter).map((key) => compileEntry(key, filter[key] as Value, variables));
  const [only] = predicates;
  if (predicates.length === 1 && only) return only;
  return (doc) => predicates.every((predicate) => predicate(doc));
}

function compileEntry(key: string, value: Value, variables: Variables): Predicate {
  if (!key.startsWith("$")) {
    const test = compileCondition(value);
    const path = splitPath(key);
    return (doc) => test.atPath(doc, path);
  }
  switch (key) {
    case "$and": {
      const all = compileList(key, value, variables);
      return (doc) => all.every((predicate) => predicate(doc));
    }
    case "$or": {
      const any = compileList(key, value, variables);
      return (doc) => any.some((predicate) => predicate(doc));
    }
    case "$nor": {
      const none = compileList(key, value, variables);
      return (doc) => !none.some((predicate) => predicate(doc));
    }
    case "$expr": {
      const expression = compileExpression(value, new Set(variables.keys()));
      return (doc) => isTruthy(expression({ root: doc, variables }));
    }
    case "$comment":
      return () => true;
    default:
      throw badValue(
        `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function compileList(operator: string, value: Value, variables: Variables): Predicate[] {
  if (!Array.isArray(value)) throw badValue(`${operator} must be an array`);
  if (value.length === 0) throw badValue("$and/$or/$nor must be a nonempty array");
  return value.map((entry) => {
    if (!isDoc(entry)) throw badValue("$or/$and/$nor entries need to be full objects");
    return compileFilter(entry, variables);
  });
}

/** Whether a document stands for operators (`{$gt: 1}`) and not for a value. */
export function isOperatorDoc(value: Value | undefined): value is Doc {
  if (!isDoc(value)) return false;
  const [first] = Object.keys(value);
  return first?.startsWith("$") === true && !["$ref", "$id", "$db"].includes(first);
}

/** The test for the right side of `field: …`. */
export function compileCondition(value: Value): ValueTest {
  if (isRegex(value)) return regexTest(value);
  return isOperatorDoc(value) ? compileOperators(value) : equalTo(value);
}

export function compileOperators(operators: Doc): ValueTest {
  const tests = Object.keys(operators).map((name) => compileOperator(name, operators));
  return allOf(tests.filter((test) => test !== undefined));
}

function compileOperator(name: string, operators: Doc): ValueTest | undefined {
  const operand = operators[name] as Value;
  if (name === "$not") return negated(compileNot(operand));
  if (name === "$elemMatch") return compileElemMatch(operand);
  if (name === "$all") return compileAll(operand);
  const compile = valueOperators.get(name);
  if (!compile) throw badValue(`unknown operator: ${name}`);
  return compile(operand, operators);
}

function compileNot(operand: Value): ValueTest {
  if (isRegex(operand)) return regexTest(operand);
  if (!isDoc(operand)) throw badValue("$not needs a regex or a document");
  if (Object.keys(operand).length === 0) throw badValue("$not cannot be empty");
  return compileOperators(operand);
}

function compileElemMatch(operand: Value): ValueTest {
  if (!isDoc(operand)) throw badValue("$elemMatch needs an Object");
  const [first] = Object.keys(operand);
  const onValues = isOperatorDoc(operand) && !["$and", "$or", "$nor", "$expr"].includes(first ?? "");
  const matches = onValues ? compileOperators(operand).single : matchesDocument(compileFilter(operand));
  return wholeArrayTest((array) => array.some(matches));
}

function matchesDocument(predicate: Predicate): (value: Value | undefined) => boolean {
  return (value) => isDoc(value) && predicate(value);
}

function wholeArrayTest(test: (array: readonly Value[]) => boolean): ValueTest {
  return valueTest((value) => Array.isArray(value) && test(value), true);
}

function compileAll(operand: Value): ValueTest {
  if (!Array.isArray(operand)) throw badValue("$all needs an array");
  if (operand.length === 0) return valueTest(() => false, false);
  return allOf(
    operand.map((value) => {
      if (!isOperatorDoc(value)) return compileCondition(value);
      const keys = Object.keys(value);
      if (keys.length === 1 && keys[0] === "$elemMatch") return compileElemMatch(value[keys[0]] as Value);
      throw badValue(`no $ expressions in $all: ${renderDoc(value)}`);
    }),
  );
}

/** How `$pull` compares: operators test the element, documents are matched field by field, anything else by equality. */
export function compileElementCondition(value: Value): (element: Value) => boolean {
  if (isRegex(value) || isOperatorDoc(value)) return compileCondition(value).single;
  if (isDoc(value)) return matchesDocument(compileFilter(value));
  return (element) => equalValues(element, value);
}
