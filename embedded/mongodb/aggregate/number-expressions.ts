import { calculateWidening } from "../bson/arithmetic.ts";
import { asNumber, isNumber, type NumberValue, toDouble, typeOf, type Value } from "../bson/value.ts";
import { CommandError, typeMismatch } from "../errors.ts";
import { argumentsOf, oneArgument, twoArguments } from "./arguments.ts";
import type { CompileExpressionOperator } from "./expression-operator.ts";

const any = Number.POSITIVE_INFINITY;

const isNullish = (value: Value | undefined): value is null | undefined =>
  value === undefined || value === null;

/** Adds numbers, and numbers of milliseconds to at most one date. */
export function addValues(values: readonly (Value | undefined)[]): Value {
  let sum: NumberValue = 0;
  let date = false;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (value instanceof Date) {
      if (date) throw new CommandError(16612, "only one date allowed in an $add expression");
      date = true;
      sum = calculateWidening("add", sum, BigInt(value.getTime()));
    } else if (isNumber(value)) {
      sum = calculateWidening("add", sum, value);
    } else {
      throw typeMismatch(`$add only supports numeric or date types, not ${typeOf(value).alias}`);
    }
  }
  return date ? new Date(asNumber(sum)) : sum;
}

const compileAdd: CompileExpressionOperator = (argument, compile) => {
  const parts = argumentsOf("$add", argument, compile, 0, any);
  return (environment) => addValues(parts.map((part) => part(environment)));
};

function subtract(left: Value | undefined, right: Value | undefined): Value {
  if (isNullish(left) || isNullish(right)) return null;
  if (isNumber(left) && isNumber(right)) return calculateWidening("subtract", left, right);
  if (left instanceof Date && right instanceof Date) return BigInt(left.getTime() - right.getTime());
  if (left instanceof Date && isNumber(right)) return new Date(left.getTime() - Math.round(asNumber(right)));
  throw typeMismatch(`can't $subtract ${typeOf(right).alias} from ${typeOf(left).alias}`);
}

const compileSubtract: CompileExpressionOperator = (argument, compile) => {
  const [left, right] = twoArguments("$subtract", argument, compile);
  return (environment) => subtract(left(environment), right(environment));
};

const compileMultiply: CompileExpressionOperator = (argument, compile) => {
  const parts = argumentsOf("$multiply", argument, compile, 0, any);
  return (environment) => {
    let product: NumberValue = 1;
    for (const part of parts) {
      const value = part(environment);
      if (isNullish(value)) return null;
      if (!isNumber(value))
        throw typeMismatch(`$multiply only supports numeric types, not ${typeOf(value).alias}`);
      product = calculateWidening("multiply", product, value);
    }
    return product;
  };
};

const compileDivide: CompileExpressionOperator = (argument, compile) => {
  const [left, right] = twoArguments("$divide", argument, compile);
  return (environment) => {
    const a = left(environment);
    const b = right(environment);
    if (isNullish(a) || isNullish(b)) return null;
    if (!isNumber(a) || !isNumber(b)) {
      throw typeMismatch(
        `$divide only supports numeric types, not ${typeOf(a).alias} and ${typeOf(b).alias}`,
      );
    }
    if (asNumber(b) === 0) throw new CommandError(2, "can't $divide by zero");
    return toDouble(asNumber(a) / asNumber(b));
  };
};

function sumOf(values: readonly (Value | undefined)[]): NumberValue {
  return values.filter(isNumber).reduce<NumberValue>((sum, value) => calculateWidening("add", sum, value), 0);
}

const compileSum: CompileExpressionOperator = (argument, compile) => {
  const parts = argumentsOf("$sum", argument, compile, 0, any);
  return (environment) => {
    const values = parts.map((part) => part(environment));
    const [only] = values;
    return sumOf(parts.length === 1 && Array.isArray(only) ? only : values);
  };
};

const compileAbs: CompileExpressionOperator = (argument, compile) => {
  const part = oneArgument("$abs", argument, compile);
  return (environment) => {
    const value = part(environment);
    if (isNullish(value)) return null;
    if (!isNumber(value))
      throw new CommandError(28765, `$abs only supports numeric types, not ${typeOf(value).alias}`);
    return asNumber(value) < 0 ? calculateWidening("subtract", 0, value) : value;
  };
};

export const numberOperators: readonly [string, CompileExpressionOperator][] = [
  ["$add", compileAdd],
  ["$subtract", compileSubtract],
  ["$multiply", compileMultiply],
  ["$divide", compileDivide],
  ["$sum", compileSum],
  ["$abs", compileAbs],
];
