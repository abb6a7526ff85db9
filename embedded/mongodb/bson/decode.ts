import { Binary, ObjectId } from "bson";
import { MalformedMessage, notImplemented } from "../protocol/errors.ts";
import { MAX_NESTING } from "../protocol/limits.ts";
import { type Doc, Fields, toDouble, type Value } from "./value.ts";

/** Regular expressions, code, symbols, timestamps, decimals and the least and greatest keys. */
const otherTypes = new Set([0x0b, 0x0d, 0x0e, 0x0f, 0x11, 0x13, 0x7f, 0xff]);

/**
 * Reads the document at `offset`; `end` is the offset after it. Every value is a copy and does not keep
 * `bytes` in memory. Throws `MalformedMessage`, and `CommandError` for a type of value that this server does
 * not support.
 */
export function decodeDocument(bytes: Buffer, offset = 0): { doc: Doc; end: number } {
  const reader = new Reader(bytes, offset);
  const doc = reader.document(0);
  return { doc, end: reader.at };
}

/** Reads a value that fills all of `bytes`, as `decodeDocument` does. */
export function decodeValue(bytes: Buffer, type: number): Value {
  return new Reader(bytes, 0).value(type, 0);
}

class Reader {
  constructor(
    private readonly bytes: Buffer,
    public at: number,
  ) {}

  document(depth: number): Doc {
    const end = this.open(depth);
    const doc = new Fields();
    for (let type = this.byte(); type !== 0; type = this.byte()) {
      doc[this.cstring()] = this.value(type, depth);
    }
    this.close(end);
    return doc;
  }

  private array(depth: number): Value[] {
    const end = this.open(depth);
    const array: Value[] = [];
    for (let type = this.byte(); type !== 0; type = this.byte()) {
      this.skipCstring();
      array.push(this.value(type, depth));
    }
    this.close(end);
    return array;
  }

  private open(depth: number): number {
    if (depth > MAX_NESTING) throw new MalformedMessage("a document is nested too deep");
    const start = this.at;
    const size = this.int32();
    if (size < 5 || start + size > this.bytes.length)
      throw new MalformedMessage("a document's size is wrong");
    return start + size;
  }

  private close(end: number): void {
    if (this.at !== end) throw new MalformedMessage("a document's size is wrong");
  }

  value(type: number, depth: number): Value {
    switch (type) {
      case 0x01:
        return toDouble(this.bytes.readDoubleLE(this.take(8)));
      case 0x02:
        return this.string();
      case 0x03:
        return this.document(depth + 1);
      case 0x04:
        return this.array(depth + 1);
      case 0x05:
        return this.binary();
      case 0x07:
        return new ObjectId(this.copy(12));
      case 0x08:
        return this.boolean();
      case 0x09:
        return this.date();
      case 0x0a:
        return null;
      case 0x10:
        return this.int32();
      case 0x12:
        return this.bytes.readBigInt64LE(this.take(8));
      default:
        if (otherTypes.has(type)) throw notImplemented(`values of BSON type ${type}`);
        throw new MalformedMessage(`unknown or withdrawn BSON type ${type}`);
    }
  }

  private take(size: number): number {
    const start = this.at;
    if (size < 0 || start + size > this.bytes.length) throw new MalformedMessage("a document is cut off");
    this.at = start + size;
    return start;
  }

  private copy(size: number): Uint8Array {
    const start = this.take(size);
    return new Uint8Array(this.bytes.subarray(start, start + size));
  }

  private byte(): number {
    return this.bytes[this.take(1)] as number;
  }

  private int32(): number {
    return this.bytes.readInt32LE(this.take(4));
  }

  private boolean(): boolean {
    const byte = this.byte();
    if (byte > 1) throw new MalformedMessage("a boolean is neither true nor false");
    return byte === 1;
  }

  private date(): Date {
    const date = new Date(Number(this.bytes.readBigInt64LE(this.take(8))));
    if (Number.isNaN(date.getTime())) throw new MalformedMessage("a date is out of range");
    return date;
  }

  private string(): string {
    const size = this.int32();
    const start = this.take(size);
    if (size < 1 || this.bytes[start + size - 1] !== 0) throw new MalformedMessage("a string has no end");
    return this.bytes.toString("utf8", start, start + size - 1);
  }

  private skipCstring(): number {
    const start = this.at;
    let end = start;
    while (end < this.bytes.length && this.bytes[end] !== 0) end++;
    if (end >= this.bytes.length) throw new MalformedMessage("a name has no end");
    this.at = end + 1;
    return start;
  }

  private cstring(): string {
    const start = this.skipCstring();
    return nameAt(this.bytes, start, this.at - 1);
  }

  private binary(): Binary {
    const size = this.int32();
    const subtype = this.byte();
    return new Binary(this.copy(size), subtype);
  }
}

/** Earlier field names by a hash of their bytes. Finding a name is faster than decoding it again. */
const knownNames = new Array<string | undefined>(1_024).fill(undefined);

/** The longest name that is cached. */
const LONGEST_KNOWN = 32;

function nameAt(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length > LONGEST_KNOWN) return bytes.toString("utf8", start, end);
  let hash = length;
  for (let at = start; at < end; at++) hash = (hash * 31 + (bytes[at] as number)) | 0;
  const place = hash & (knownNames.length - 1);
  const known = knownNames[place];
  if (known !== undefined && isAt(known, bytes, start, length)) return known;
  const name = bytes.toString("utf8", start, end);
  knownNames[place] = name;
  return name;
}

/** Whether the bytes encode the name. Only ASCII names are found. */
function isAt(name: string, bytes: Buffer, start: number, length: number): boolean {
  if (name.length !== length) return false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i] as number;
    if (byte >= 0x80 || byte !== name.charCodeAt(i)) return false;
  }
  return true;
}
