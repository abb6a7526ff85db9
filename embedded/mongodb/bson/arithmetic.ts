import { Decimal128, Double } from "bson";
import { CommandError } from "../errors.ts";
import { asNumber, isInt32, type NumberValue, toDouble } from "./value.ts";

type Operation = "add" | "subtract" | "multiply";

const onIntegers: Record<Operation, (a: bigint, b: bigint) => bigint> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
};

const onDoubles: Record<Operation, (a: number, b: number) => number> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
};

function isDouble(value: NumberValue): boolean {
  return value instanceof Double || (typeof value === "number" && !isInt32(value));
}

/**
 * Arithmetic with the server's types: int32 grows to int64, a double makes the result a double. Undefined when an int64
 * overflows. Arithmetic on decimals is refused.
 */
export function calculate(operation: Operation, a: NumberValue, b: NumberValue): NumberValue | undefined {
  if (a instanceof Decimal128 || b instanceof Decimal128) {
    throw new CommandError(238, "arithmetic on decimals is not implemented");
  }
  if (isDouble(a) || isDouble(b)) return toDouble(onDoubles[operation](asNumber(a), asNumber(b)));
  const result = onIntegers[operation](BigInt(asNumberOrBigInt(a)), BigInt(asNumberOrBigInt(b)));
  if (BigInt.asIntN(64, result) !== result) return undefined;
  const int32 = typeof a === "number" && typeof b === "number" && BigInt.asIntN(32, result) === result;
  return int32 ? Number(result) : result;
}

function asNumberOrBigInt(value: number | bigint | Double): number | bigint {
  return value instanceof Double ? value.value : value;
}

/** As `calculate`, but an int64 overflow goes on as a double, as sums in expressions do. */
export function calculateWidening(operation: Operation, a: NumberValue, b: NumberValue): NumberValue {
  return calculate(operation, a, b) ?? toDouble(onDoubles[operation](asNumber(a), asNumber(b)));
}
