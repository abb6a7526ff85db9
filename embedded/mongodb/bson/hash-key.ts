import { Binary, ObjectId } from "bson";
import { renderValue } from "./render.ts";
import { asNumber, isDoc, isNumber, type NumberValue, typeOf, type Value } from "./value.ts";

/** A text that is the same for two values exactly if they compare as equal. */
export function hashKey(value: Value | undefined): string {
  if (typeof value === "string") return `s${value.length}:${value}`;
  if (value === undefined) return "u";
  if (isNumber(value)) return numberKey(value);
  if (value instanceof ObjectId) return `o${value.toHexString()}`;
  if (value instanceof Date) return `d${value.getTime()}`;
  if (Array.isArray(value)) return `[${value.map(hashKey).join(",")}]`;
  if (isDoc(value)) {
    const fields = Object.keys(value).map((key) => `${key.length}:${key}=${hashKey(value[key])}`);
    return `{${fields.join(",")}}`;
  }
  if (value instanceof Binary) {
    return `b${value.sub_type}:${Buffer.from(value.buffer.subarray(0, value.position)).toString("base64")}`;
  }
  return `${typeOf(value).rank}(${renderValue(value)})`;
}

function numberKey(value: NumberValue): string {
  if (typeof value === "bigint") return `n${value}`;
  const number = asNumber(value);
  return Number.isInteger(number) ? `n${BigInt(number)}` : `n${number}`;
}
