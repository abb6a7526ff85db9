import { ObjectId } from "bson";
import { codePointOrder } from "./compare.ts";
import { asNumber, isNumber, typeOf, type Value } from "./value.ts";

/** All ranks are below this number. */
export const RANKS = 2 ** 53;

/** The number of ranks of each type. */
const OF_A_TYPE = 2 ** 49;

/**
 * A number that rises with the order of values (`compareValues`): the value with the lower rank comes first.
 * Values with the same rank may differ, such as texts with the same first six characters. `next` is the rank
 * of the next value of a key. It decides between keys whose first value is null, a boolean, an empty text or
 * a small whole number, because such values are frequent.
 */
export const orderRank = (value: Value, next = 0): number =>
  (typeOf(value).rank / 5) * OF_A_TYPE + withinType(value, next / RANKS);

/** A rank from 0 up to 2^48. `next` is from 0 up to 1. */
function withinType(value: Value, next: number): number {
  if (value === null) return Math.floor(next * 2 ** 48);
  if (typeof value === "boolean") return Math.floor((Number(value) + next) * 2 ** 47);
  if (typeof value === "string") return rankOfText(value, next);
  if (isNumber(value)) return rankOfNumber(asNumber(value), next);
  if (value instanceof Date) return rankOfDouble(value.getTime());
  if (value instanceof ObjectId) return Buffer.from(value.id).readUIntBE(0, 6);
  return 0;
}

/**
 * The first six characters with eight bits each. After a character that needs more bits the order is
 * undecided. A text begins with 1 at least, so that the values after an empty text have room.
 */
function rankOfText(text: string, next: number): number {
  if (text === "") return Math.floor(next * 2 ** 40);
  let rank = 0;
  let isKnown = true;
  for (let i = 0; i < 6; i++) {
    const unit: number = isKnown && i < text.length ? codePointOrder(text.charCodeAt(i)) + 1 : 0;
    isKnown &&= unit < 255;
    rank = rank * 256 + Math.min(unit, 255);
  }
  return rank;
}

/** The least distance between the ranks of two whole numbers below 256. */
const ROOM = 2 ** 29;

function rankOfNumber(number: number, next: number): number {
  if (!(number >= 0 && number < 256)) return rankOfDouble(number);
  const whole = Math.floor(number);
  return rankOfDouble(whole) + (number === whole ? Math.floor(next * ROOM) : ROOM - 1);
}

const double = new DataView(new ArrayBuffer(8));

/**
 * The upper 48 bits of a double. The bits of negative numbers are inverted, because their order is reversed.
 */
function rankOfDouble(number: number): number {
  if (Number.isNaN(number)) return 0;
  // Both zeros are equal.
  double.setFloat64(0, number + 0);
  const high = double.getUint32(0);
  const low = double.getUint16(4);
  return high >= 2 ** 31
    ? (2 ** 32 - 1 - high) * 2 ** 16 + (2 ** 16 - 1 - low)
    : (high + 2 ** 31) * 2 ** 16 + low;
}
