const wireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/**
 * Reads a message of Protocol Buffers, field by field. The classes that `protoc` has generated take several times as long:
 * see docs/decisions/0032-appends-are-encoded-by-hand.md.
 *
 * `while (reader.next()) if (reader.field === 1) name = reader.text(); else reader.skip();`
 * Every method throws for bytes that are not such a message.
 */
export class MessageReader {
  readonly #bytes: Buffer;
  #at: number;
  readonly #end: number;
  #type: number = wireType.varint;
  /** The number of the current field. */
  field = 0;

  /** The message is in `bytes` between `at` and `end`. */
  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
  }

  /** Moves to the next field; `false` at the end. Its value has to be read, or skipped. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const key = this.#varint();
    this.field = Math.floor(key / 8);
    this.#type = key % 8;
    return true;
  }

  /** An unsigned number. One beyond the greatest safe integer is given as that. */
  number(): number {
    this.#expect(wireType.varint);
    return this.#varint();
  }

  /** As {@link number}, but exact. */
  bigint(): bigint {
    const begin = this.#at;
    const value = this.number();
    if (value < Number.MAX_SAFE_INTEGER) return BigInt(value);
    let exact = 0n;
    for (let at = this.#at - 1; at >= begin; at -= 1)
      exact = (exact << 7n) | BigInt((this.#bytes[at] ?? 0) & 127);
    return exact;
  }

  /** The bytes are a part of the message, not a copy. */
  bytes(): Buffer {
    const start = this.#enter();
    return this.#bytes.subarray(start, this.#at);
  }

  text(): string {
    const start = this.#enter();
    return this.#bytes.toString("utf8", start, this.#at);
  }

  message(): MessageReader {
    const start = this.#enter();
    return new MessageReader(this.#bytes, start, this.#at);
  }

  skip(): void {
    if (this.#type === wireType.varint) this.#varint();
    else if (this.#type === wireType.bytes) this.#take(this.#varint());
    else if (this.#type === wireType.fixed64) this.#take(8);
    else if (this.#type === wireType.fixed32) this.#take(4);
    else throw new Error(`The message has a field of the kind ${this.#type}`);
  }

  #expect(type: number): void {
    if (this.#type !== type) throw new Error(`The field ${this.field} is of the kind ${this.#type}`);
  }

  /** Moves behind a field with a length. Returns where its content begins. */
  #enter(): number {
    this.#expect(wireType.bytes);
    const length = this.#varint();
    const start = this.#at;
    this.#take(length);
    return start;
  }

  #take(length: number): void {
    const end = this.#at + length;
    if (end > this.#end) throw new Error("The message is shorter than its fields");
    this.#at = end;
  }

  #varint(): number {
    let value = 0;
    let factor = 1;
    for (let length = 0; length < 10; length += 1) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined || this.#at >= this.#end) throw new Error("The message ends within a number");
      this.#at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return Math.min(value, Number.MAX_SAFE_INTEGER);
      factor *= 128;
    }
    throw new Error("A number of the message is too long");
  }
}
