import { Binary, Double, ObjectId } from "bson";
import { type Doc, isDoc, isInt32, type Value } from "./value.ts";

/** A document in the form of the real server's error messages. */
export function renderDoc(doc: Doc): string {
  const fields = Object.keys(doc).map((key) => `${key}: ${renderValue(doc[key])}`);
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}

export function renderValue(value: Value | undefined): string {
  if (value === undefined) return "undefined";
  if (isDoc(value)) return renderDoc(value);
  if (Array.isArray(value)) return value.length > 0 ? `[ ${value.map(renderValue).join(", ")} ]` : "[]";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return isInt32(value) ? String(value) : renderDouble(value);
  if (value instanceof Double) return renderDouble(value.value);
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Binary) {
    return `BinData(${value.sub_type}, ${Buffer.from(value.buffer.subarray(0, value.position)).toString("hex").toUpperCase()})`;
  }
  return String(value);
}

function renderDouble(value: number): string {
  if (Number.isNaN(value)) return "nan.0";
  if (!Number.isFinite(value)) return value > 0 ? "inf.0" : "-inf.0";
  return Number.isInteger(value) ? `${Object.is(value, -0) ? "-0" : value}.0` : String(value);
}
