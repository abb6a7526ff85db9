import { Binary, Double, ObjectId } from "bson";
import { badValue } from "../protocol/errors.ts";
import { Encoded } from "./encoded.ts";
import { isInt32 } from "./value.ts";

let scratch = Buffer.allocUnsafeSlow(1 << 20);

/** The largest scratch buffer kept between calls, in bytes. */
const KEPT_SCRATCH = 1 << 24;

/**
 * The BSON bytes of a stored document, or of a plain object for an answer. `undefined` fields are left out.
 */
export function encodeDocument(doc: object): Buffer {
  const writer = new Writer();
  writer.document(doc);
  const bytes = Buffer.from(scratch.subarray(0, writer.at));
  if (scratch.length > KEPT_SCRATCH) scratch = Buffer.allocUnsafeSlow(1 << 20);
  return bytes;
}

/** The size in bytes of a document's BSON. */
export function documentSize(doc: object): number {
  if (doc instanceof Encoded) return doc.raw.length;
  const writer = new Writer();
  writer.document(doc);
  return writer.at;
}

class Writer {
  at = 0;

  document(doc: object): void {
    if (doc instanceof Encoded) {
      const { raw } = doc;
      const start = this.room(raw.length);
      scratch.write(raw, start, "latin1");
      return;
    }
    const start = this.room(4);
    if (Array.isArray(doc)) {
      for (let i = 0; i < doc.length; i++) this.element(String(i), doc[i] ?? null);
    } else {
      for (const key in doc) this.element(key, (doc as Record<string, unknown>)[key]);
    }
    this.byte(0);
    scratch.writeInt32LE(this.at - start, start);
  }

  /**
   * Reserves `size` bytes and returns their start. It may replace `scratch`: call it in a separate statement.
   */
  private room(size: number): number {
    const start = this.at;
    this.at = start + size;
    if (this.at > scratch.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(scratch.length * 2, this.at));
      scratch.copy(larger, 0, 0, start);
      scratch = larger;
    }
    return start;
  }

  private byte(value: number): void {
    const start = this.room(1);
    scratch[start] = value;
  }

  private int32(value: number): void {
    const start = this.room(4);
    scratch.writeInt32LE(value, start);
  }

  private int64(value: bigint): void {
    const start = this.room(8);
    scratch.writeBigInt64LE(value, start);
  }

  private head(type: number, key: string): void {
    this.byte(type);
    const start = this.room(key.length + 1);
    for (let i = 0; i < key.length; i++) {
      const unit = key.charCodeAt(i);
      if (unit === 0) throw badValue("a field name must not contain a null byte");
      if (unit >= 0x80) {
        this.at = start;
        this.cstring(key);
        return;
      }
      scratch[start + i] = unit;
    }
    scratch[start + key.length] = 0;
  }

  private cstring(text: string): void {
    const start = this.room(text.length * 3 + 1);
    const size = scratch.write(text, start);
    scratch[start + size] = 0;
    this.at = start + size + 1;
  }

  private string(text: string): void {
    const start = this.room(4);
    this.cstring(text);
    scratch.writeInt32LE(this.at - start - 4, start);
  }

  private bytes(bytes: Uint8Array): void {
    const start = this.room(bytes.length);
    scratch.set(bytes, start);
  }

  private element(key: string, value: unknown): void {
    switch (typeof value) {
      case "string":
        this.head(0x02, key);
        this.string(value);
        return;
      case "number":
        this.number(key, value);
        return;
      case "boolean":
        this.head(0x08, key);
        this.byte(value ? 1 : 0);
        return;
      case "bigint":
        this.head(0x12, key);
        this.int64(value);
        return;
      case "undefined":
        return;
      case "object":
        this.object(key, value);
        return;
      default:
        throw new TypeError(`a ${typeof value} has no BSON form`);
    }
  }

  private number(key: string, value: number): void {
    if (isInt32(value)) {
      this.head(0x10, key);
      this.int32(value);
    } else {
      this.double(key, value);
    }
  }

  private double(key: string, value: number): void {
    this.head(0x01, key);
    const start = this.room(8);
    scratch.writeDoubleLE(value, start);
  }

  private object(key: string, value: object | null): void {
    if (value === null) {
      this.head(0x0a, key);
    } else if (Array.isArray(value)) {
      this.head(0x04, key);
      this.document(value);
    } else if (value instanceof Date) {
      this.head(0x09, key);
      this.int64(BigInt(value.getTime()));
    } else if (value instanceof ObjectId) {
      this.head(0x07, key);
      this.bytes(value.id);
    } else if (value instanceof Double) {
      this.double(key, value.value);
    } else if (value instanceof Binary) {
      this.binary(key, value);
    } else {
      this.head(0x03, key);
      this.document(value);
    }
  }

  private binary(key: string, value: Binary): void {
    this.head(0x05, key);
    this.int32(value.position);
    this.byte(value.sub_type);
    this.bytes(value.buffer.subarray(0, value.position));
  }
}
