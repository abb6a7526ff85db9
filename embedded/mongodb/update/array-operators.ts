import { compareValues, equalValues } from "../bson/compare.ts";
import { hashKey } from "../bson/hash-key.ts";
import { renderValue } from "../bson/render.ts";
import { asInteger, type Doc, docOf, isDoc, typeOf, type Value } from "../bson/value.ts";
import { badValue } from "../errors.ts";
import { compileElementCondition } from "../query/matcher.ts";
import { parseSort, sortBy } from "../query/sort.ts";
import { type FieldChange, nameOf, type Target } from "./field-operators.ts";

function listOf(operator: string, clause: Doc): Value[] {
  const each = clause.$each;
  if (!Array.isArray(each)) {
    throw badValue(
      `The argument to $each in ${operator} must be an array but it was of type ${typeOf(each).alias}`,
    );
  }
  return each;
}

const hasEach = (operand: Value): operand is Doc => isDoc(operand) && operand.$each !== undefined;

function wholeNumber(name: string, value: Value | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = asInteger(value);
  if (number === undefined)
    throw badValue(
      `The value for ${name} must be an integer value but was given type: ${typeOf(value).alias}`,
    );
  return number;
}

const pushClauses = ["$each", "$slice", "$sort", "$position"];

export function push(path: string, operand: Value): FieldChange {
  const clause = hasEach(operand) ? operand : docOf([["$each", [operand]]]);
  for (const key of Object.keys(clause)) {
    if (!pushClauses.includes(key)) throw badValue(`Unrecognized clause in $push: ${key}`);
  }
  const added = listOf("$push", clause);
  const position = wholeNumber("$position", clause.$position);
  const slice = wholeNumber("$slice", clause.$slice);
  const sort = elementSort(clause.$sort);
  return (current, target) => {
    const before = arrayFor(current, path, target);
    if (added.length === 0 && slice === undefined && !sort && current !== undefined) return current;
    const pushed = [...before];
    pushed.splice(position ?? pushed.length, 0, ...added);
    const sorted = sort ? sort(pushed) : pushed;
    if (slice === undefined) return sorted;
    return slice < 0 ? sorted.slice(slice) : sorted.slice(0, slice);
  };
}

function elementSort(spec: Value | undefined): ((values: Value[]) => Value[]) | undefined {
  if (spec === undefined) return undefined;
  if (!isDoc(spec)) {
    const direction = asInteger(spec);
    if (direction !== 1 && direction !== -1) throw badValue("The $sort element value must be either 1 or -1");
    return (values) => [...values].sort((a, b) => compareValues(a, b) * direction);
  }
  const order = parseSort(spec);
  if (!order) throw badValue("The $sort pattern is empty when it should be a set of fields.");
  return (values) => sortBy(values, (value) => (isDoc(value) ? value : docOf([])), order);
}

function arrayFor(current: Value | undefined, path: string, target: Target): readonly Value[] {
  if (current === undefined) return [];
  if (Array.isArray(current)) return current;
  throw badValue(
    `The field '${path}' must be an array but is of type ${typeOf(current).alias} in document ${nameOf(target)}`,
  );
}

export function addToSet(path: string, operand: Value): FieldChange {
  if (hasEach(operand) && Object.keys(operand).length > 1) {
    throw badValue(`Found unexpected fields after $each in $addToSet: ${renderValue(operand)}`);
  }
  const wanted = hasEach(operand) ? listOf("$addToSet", operand) : [operand];
  return (current) => {
    if (current !== undefined && !Array.isArray(current)) {
      throw badValue(
        `Cannot apply $addToSet to non-array field. Field named '${path.split(".").at(-1)}' has non-array type ${typeOf(current).alias}`,
      );
    }
    const keys = new Set((current ?? []).map(hashKey));
    const added = wanted.filter((value) => {
      const key = hashKey(value);
      return !keys.has(key) && keys.add(key);
    });
    return current !== undefined && added.length === 0 ? current : [...(current ?? []), ...added];
  };
}

function removing(operator: string, drops: (element: Value) => boolean): FieldChange {
  return (current) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current)) throw badValue(`Cannot apply ${operator} to a non-array value`);
    const kept = current.filter((element) => !drops(element));
    return kept.length === current.length ? current : kept;
  };
}

export function pull(operand: Value): FieldChange {
  return removing("$pull", compileElementCondition(operand));
}

export function pullAll(operand: Value): FieldChange {
  if (!Array.isArray(operand)) {
    throw badValue(`$pullAll requires an array argument but was given a ${typeOf(operand).alias}`);
  }
  return removing("$pullAll", (element) => operand.some((value) => equalValues(value, element)));
}
