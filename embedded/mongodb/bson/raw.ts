import { decodeDocument, decodeValue } from "./decode.ts";
import { encodeDocument } from "./encode.ts";
import type { Raw } from "./encoded.ts";
import { type Doc, toDouble, type Value } from "./value.ts";

export const rawOf = (doc: object): Raw => encodeDocument(doc).toString("latin1");

/** All fields, as copies. */
export const docOfRaw = (raw: Raw): Doc => decodeDocument(Buffer.from(raw, "latin1")).doc;

/** The value of a field; undefined if it is missing. */
export function rawField(raw: Raw, name: string): Value | undefined {
  const element = locate(raw, name);
  return element === 0 ? undefined : valueAt(raw, raw.charCodeAt(element), endOfName(raw, element + 1) + 1);
}

/**
 * The comparison of a field with a value, for the most frequent types of orders; undefined if the field has
 * to be decoded. Decoding takes several times as long.
 */
export function rawOrder(raw: Raw, name: string, value: Value): number | undefined {
  const element = locate(raw, name);
  if (element === 0) return undefined;
  const type = raw.charCodeAt(element);
  const at = endOfName(raw, element + 1) + 1;
  if (type === 0x02) return typeof value === "string" ? textOrder(raw, at, value) : undefined;
  if (type === 0x10) return typeof value === "number" ? numberOrder(int32At(raw, at), value) : undefined;
  if (type === 0x01)
    return typeof value === "number"
      ? numberOrder(number64At(raw, at).getFloat64(0, true), value)
      : undefined;
  if (type === 0x09) return value instanceof Date ? dateAt(raw, at) - value.getTime() : undefined;
  if (type === 0x08) return typeof value === "boolean" ? raw.charCodeAt(at) - Number(value) : undefined;
  return undefined;
}

function numberOrder(a: number, b: number): number | undefined {
  if (a < b) return -1;
  if (a > b) return 1;
  return a === b ? 0 : undefined;
}

/** ASCII characters alone have the same order in UTF-8 and in JavaScript strings. */
function textOrder(raw: Raw, at: number, text: string): number | undefined {
  const length = int32At(raw, at) - 1;
  const shorter = Math.min(length, text.length);
  for (let i = 0; i < shorter; i++) {
    const left = raw.charCodeAt(at + 4 + i);
    const right = text.charCodeAt(i);
    if (left >= 0x80 || right >= 0x80) return undefined;
    if (left !== right) return left - right;
  }
  return length - text.length;
}

/** A document with only the requested fields, in the same order. */
export function rawWith(raw: Raw, isWanted: (name: string) => boolean): Raw {
  let elements = "";
  for (let at = 4; raw.charCodeAt(at) !== 0; ) {
    const value = endOfName(raw, at + 1) + 1;
    const end = value + sizeOf(raw, raw.charCodeAt(at), value);
    if (isWanted(textOf(raw, at + 1, value - 1))) elements += raw.slice(at, end);
    at = end;
  }
  return `${int32Of(elements.length + 5)}${elements}\0`;
}

/** The start of the field's element; 0 if it is missing. */
function locate(raw: Raw, name: string): number {
  for (let at = 4, type = raw.charCodeAt(at); type !== 0; type = raw.charCodeAt(at)) {
    let i = 0;
    let unit = raw.charCodeAt(at + 1);
    while (unit !== 0 && unit === name.charCodeAt(i) && unit < 0x80) unit = raw.charCodeAt(at + 1 + ++i);
    if (unit === 0 && i === name.length) return at;
    if (unit >= 0x80 && name.charCodeAt(i) >= 0x80 && isNamed(raw, at + 1, name)) return at;
    const value = endOfName(raw, at + 1 + i) + 1;
    at = value + sizeOf(raw, type, value);
  }
  return 0;
}

const isNamed = (raw: Raw, start: number, name: string) => textOf(raw, start, endOfName(raw, start)) === name;

function endOfName(raw: Raw, start: number): number {
  let end = start;
  while (raw.charCodeAt(end) !== 0) end++;
  return end;
}

/** The size of a value in bytes. */
function sizeOf(raw: Raw, type: number, at: number): number {
  switch (type) {
    case 0x02:
      return 4 + int32At(raw, at);
    case 0x03:
    case 0x04:
      return int32At(raw, at);
    case 0x05:
      return 5 + int32At(raw, at);
    case 0x07:
      return 12;
    case 0x08:
      return 1;
    case 0x0a:
      return 0;
    case 0x10:
      return 4;
    default:
      return 8;
  }
}

function valueAt(raw: Raw, type: number, at: number): Value {
  switch (type) {
    case 0x01:
      return toDouble(number64At(raw, at).getFloat64(0, true));
    case 0x02:
      return textOf(raw, at + 4, at + 3 + int32At(raw, at));
    case 0x08:
      return raw.charCodeAt(at) === 1;
    case 0x09:
      return new Date(dateAt(raw, at));
    case 0x0a:
      return null;
    case 0x10:
      return int32At(raw, at);
    case 0x12:
      return number64At(raw, at).getBigInt64(0, true);
    default:
      return decodeValue(Buffer.from(raw.slice(at, at + sizeOf(raw, type, at)), "latin1"), type);
  }
}

function int32At(raw: Raw, at: number): number {
  return (
    raw.charCodeAt(at) |
    (raw.charCodeAt(at + 1) << 8) |
    (raw.charCodeAt(at + 2) << 16) |
    (raw.charCodeAt(at + 3) << 24)
  );
}

const dateAt = (raw: Raw, at: number) => int32At(raw, at + 4) * 2 ** 32 + (int32At(raw, at) >>> 0);

const eightBytes = new DataView(new ArrayBuffer(8));

function number64At(raw: Raw, at: number): DataView {
  eightBytes.setInt32(0, int32At(raw, at), true);
  eightBytes.setInt32(4, int32At(raw, at + 4), true);
  return eightBytes;
}

const int32Of = (number: number) =>
  String.fromCharCode(number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff, (number >> 24) & 0xff);

/** The text at these UTF-8 bytes. */
function textOf(raw: Raw, start: number, end: number): string {
  const bytes = raw.slice(start, end);
  return beyondAscii.test(bytes) ? Buffer.from(bytes, "latin1").toString("utf8") : bytes;
}

const beyondAscii = /[\x80-\xff]/;
