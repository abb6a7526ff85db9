import { BSONRegExp } from "bson";
import { hashKey } from "../bson/hash-key.ts";
import { renderValue } from "../bson/render.ts";
import {
  asInteger,
  asNumber,
  type Doc,
  isNumber,
  isTruthy,
  typeByAlias,
  typeOf,
  type Value,
} from "../bson/value.ts";
import { badValue, failedToParse } from "../errors.ts";
import { isRegex } from "./regex.ts";
import { comparedTo, equalTo, negated, regexTest, type ValueTest, valueTest } from "./value-test.ts";

/** Gets the operand and all operators beside it; undefined when it belongs to another one, as `$options` does. */
type CompileOperator = (operand: Value, siblings: Doc) => ValueTest | undefined;

/** Operators on a value; the ones that nest (`$not`, `$elemMatch`, `$all`) are the matcher's own. */
export const valueOperators: ReadonlyMap<string, CompileOperator> = new Map<string, CompileOperator>([
  ["$eq", (operand) => equalTo(operand)],
  [
    "$ne",
    (operand) => {
      if (isRegex(operand)) throw badValue("Can't have regex as arg to $ne.");
      return negated(equalTo(operand));
    },
  ],
  ["$gt", (operand) => comparedTo(comparable("$gt", operand), (order) => order > 0)],
  ["$gte", (operand) => comparedTo(comparable("$gte", operand), (order) => order >= 0)],
  ["$lt", (operand) => comparedTo(comparable("$lt", operand), (order) => order < 0)],
  ["$lte", (operand) => comparedTo(comparable("$lte", operand), (order) => order <= 0)],
  ["$in", (operand) => oneOf("$in", operand)],
  ["$nin", (operand) => negated(oneOf("$nin", operand))],
  [
    "$exists",
    (operand) => {
      const exists = valueTest((value) => value !== undefined, true);
      return isTruthy(operand) ? exists : negated(exists);
    },
  ],
  ["$type", ofType],
  ["$size", ofSize],
  ["$mod", modulo],
  ["$regex", regex],
  [
    "$options",
    (_operand, siblings) => {
      if (siblings.$regex === undefined) throw badValue("$options needs a $regex");
      return undefined;
    },
  ],
]);

function comparable(operator: string, operand: Value): Value {
  if (isRegex(operand)) throw badValue(`Can't have RegEx as arg to predicate over field '${operator}'.`);
  return operand;
}

/** Above this many values an `$in` looks them up by hash. */
const HASHED_LIST = 8;

function oneOf(operator: string, operand: Value): ValueTest {
  if (!Array.isArray(operand)) throw badValue(`${operator} needs an array`);
  for (const value of operand) {
    if (typeof value === "object" && value !== null && Object.keys(value)[0]?.startsWith("$")) {
      throw badValue(`cannot nest $ under ${operator}`);
    }
  }
  const tests = operand.filter(isRegex).map(regexTest);
  const values = operand.filter((value) => !isRegex(value));
  if (values.length <= HASHED_LIST) {
    tests.push(...values.map(equalTo));
    return valueTest((value) => tests.some((test) => test.single(value)), false);
  }
  const keys = new Set(values.map(hashKey));
  const missing = values.includes(null);
  return valueTest(
    (value) =>
      (value === undefined ? missing : keys.has(hashKey(value))) || tests.some((test) => test.single(value)),
    false,
  );
}

function ofType(operand: Value): ValueTest {
  const wanted = Array.isArray(operand) ? operand : [operand];
  if (wanted.length === 0) throw failedToParse("$type must match at least one type");
  const aliases = new Set(wanted.flatMap(typeAliases));
  return valueTest((value) => value !== undefined && aliases.has(typeOf(value).alias), false);
}

function typeAliases(wanted: Value): string[] {
  if (wanted === "number") return ["int", "long", "double", "decimal"];
  if (typeof wanted === "string") {
    if (wanted === "missing" || !typeByAlias.has(wanted))
      throw badValue(`Unknown type name alias: ${wanted}`);
    return [wanted];
  }
  if (!isNumber(wanted)) throw typeNeedsName();
  const found = [...typeByAlias.values()].find(
    ({ number, alias }) => number === asNumber(wanted) && alias !== "missing",
  );
  if (!found) throw badValue(`Invalid numerical type code: ${renderValue(wanted)}`);
  return [found.alias];
}

const typeNeedsName = () => failedToParse("type must be represented as a number or a string");

function ofSize(operand: Value): ValueTest {
  const size = asInteger(operand);
  if (size === undefined) {
    throw failedToParse(`Failed to parse $size. Expected a number in: $size: ${renderValue(operand)}`);
  }
  if (size < 0) {
    throw failedToParse(
      `Failed to parse $size. Expected a non-negative number in: $size: ${renderValue(operand)}`,
    );
  }
  return valueTest((value) => Array.isArray(value) && value.length === size, true);
}

function modulo(operand: Value): ValueTest {
  if (!Array.isArray(operand)) throw badValue("malformed mod, needs to be an array");
  if (operand.length !== 2)
    throw badValue(`malformed mod, ${operand.length < 2 ? "not enough" : "too many"} elements`);
  const [divisor, remainder] = operand.map((value) =>
    isNumber(value) ? Math.trunc(asNumber(value)) : undefined,
  );
  if (divisor === undefined) throw badValue("malformed mod, divisor not a number");
  if (remainder === undefined) throw badValue("malformed mod, remainder not a number");
  if (divisor === 0) throw badValue("divisor cannot be 0");
  return valueTest((value) => {
    if (!isNumber(value)) return false;
    const number = asNumber(value);
    return Number.isFinite(number) && Math.trunc(number) % divisor === remainder;
  }, false);
}

function regex(operand: Value, siblings: Doc): ValueTest {
  const options = siblings.$options;
  if (options !== undefined && typeof options !== "string") throw badValue("$options has to be a string");
  if (isRegex(operand)) {
    if (options !== undefined && operand.options !== "") {
      throw badValue("options set in both $regex and $options");
    }
    return regexTest(options === undefined ? operand : regexValue(operand.pattern, options));
  }
  if (typeof operand !== "string") throw badValue("$regex has to be a string");
  return regexTest(regexValue(operand, options ?? ""));
}

function regexValue(pattern: string, options: string): BSONRegExp {
  const unknown = [...options].find((option) => !"imsux".includes(option));
  if (unknown) throw badValue(`invalid flag in regex options: ${unknown}`);
  if (pattern.includes("\0")) throw badValue("Regular expression cannot contain an embedded null byte");
  // BSON keeps options sorted.
  return new BSONRegExp(
    pattern,
    [...options]
      .filter((option) => option !== "u")
      .sort()
      .join(""),
  );
}
