import { ObjectId } from "bson";
import { codePointOrder } from "./compare.ts";
import { asNumber, isNumber, typeOf, type Value } from "./value.ts";

const PAYLOAD = 2 ** 49;

/**
 * A number that rises with the order of values (`compareValues`): of two values with different ranks the one with the lower rank comes first.
 * Values with the same rank may be different, such as texts with the same first six characters.
 */
export const orderRank = (value: Value): number => (typeOf(value).rank / 5) * PAYLOAD + withinType(value);

/** From 0 up to 2^48. */
function withinType(value: Value): number {
  if (typeof value === "string") return rankOfText(value);
  if (isNumber(value)) return rankOfNumber(asNumber(value));
  if (value instanceof Date) return rankOfNumber(value.getTime());
  if (typeof value === "boolean") return Number(value);
  if (value instanceof ObjectId) return Buffer.from(value.id).readUIntBE(0, 6);
  return 0;
}

/** The first six characters with eight bits each. Behind a character that needs more bits the order is not known. */
function rankOfText(text: string): number {
  let rank = 0;
  let isKnown = true;
  for (let i = 0; i < 6; i++) {
    const unit: number = isKnown && i < text.length ? codePointOrder(text.charCodeAt(i)) : 0;
    isKnown &&= unit < 255;
    rank = rank * 256 + Math.min(unit, 255);
  }
  return rank;
}

const double = new DataView(new ArrayBuffer(8));

/** The upper 48 bits of a double. Those of negative numbers are inverted, because their order is the other way round. */
function rankOfNumber(number: number): number {
  if (Number.isNaN(number)) return 0;
  // Both zeros are equal.
  double.setFloat64(0, number + 0);
  const high = double.getUint32(0);
  const low = double.getUint16(4);
  return high >= 2 ** 31
    ? (2 ** 32 - 1 - high) * 2 ** 16 + (2 ** 16 - 1 - low)
    : (high + 2 ** 31) * 2 ** 16 + low;
}
