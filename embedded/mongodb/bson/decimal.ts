import { Decimal128 } from "bson";
import { asNumber, type NumberValue } from "./value.ts";

/** `coefficient` × 10^`exponent`, exactly; no trailing zero in the coefficient. */
export interface ExactNumber {
  readonly coefficient: bigint;
  readonly exponent: number;
}

const bits = new DataView(new ArrayBuffer(8));

/** The exact decimal value of a finite number of any BSON type. */
export function exactNumber(value: NumberValue): ExactNumber {
  if (typeof value === "bigint") return reduced(value, 0);
  if (value instanceof Decimal128) return exactDecimal(value);
  const number = asNumber(value);
  return Number.isInteger(number) ? reduced(BigInt(number), 0) : exactFraction(number);
}

function reduced(coefficient: bigint, exponent: number): ExactNumber {
  if (coefficient === 0n) return { coefficient, exponent: 0 };
  let rest = coefficient;
  let zeros = 0;
  while (rest % 10n === 0n) {
    rest /= 10n;
    zeros++;
  }
  return { coefficient: rest, exponent: exponent + zeros };
}

function exactDecimal(value: Decimal128): ExactNumber {
  const match = /^(-?)(\d*)(?:\.(\d*))?(?:E([+-]?\d+))?$/i.exec(value.toString());
  if (!match) throw new RangeError("not a finite decimal");
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  return reduced(BigInt(`${sign}${whole}${fraction}`), Number(exponent) - fraction.length);
}

/** m / 2^k is m × 5^k / 10^k. */
function exactFraction(value: number): ExactNumber {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const biased = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
  const power = (biased === 0 ? 1 : biased) - 1075;
  const signed = raw >> 63n ? -mantissa : mantissa;
  return power >= 0 ? reduced(signed << BigInt(power), 0) : reduced(signed * 5n ** BigInt(-power), power);
}

/** Compares two finite exact numbers. */
export function compareExact(a: ExactNumber, b: ExactNumber): number {
  const exponent = Math.min(a.exponent, b.exponent);
  const left = a.coefficient * 10n ** BigInt(a.exponent - exponent);
  const right = b.coefficient * 10n ** BigInt(b.exponent - exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}
