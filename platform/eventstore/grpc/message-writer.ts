const wireType = { varint: 0, bytes: 2 } as const;
const slabBytes = 16 * 1024;

/**
 * Writes messages of Protocol Buffers from their end to their start: the length of a part has to be written before it, and so it is known
 * by then. The fields of a message are therefore given in reverse order. Only field numbers up to 15 are used, which fit into one byte.
 */
export class MessageWriter {
  /** Messages share it, so that few buffers are made. */
  #slab = Buffer.allocUnsafeSlow(slabBytes);
  #start = slabBytes;
  #end = slabBytes;

  /** How many bytes of the message have been written. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** A field with an unsigned number. */
  number(field: number, value: number | bigint): void {
    this.#varint(value);
    this.#tag(field, wireType.varint);
  }

  bytes(field: number, content: Uint8Array): void {
    this.encoded(content);
    this.#varint(content.length);
    this.#tag(field, wireType.bytes);
  }

  /** A field with a text in UTF-8. */
  text(field: number, text: string): void {
    const length = Buffer.byteLength(text);
    this.#reserve(length);
    this.#start -= length;
    this.#slab.write(text, this.#start);
    this.#varint(length);
    this.#tag(field, wireType.bytes);
  }

  /** Makes a field with a message of what was written since the given length. */
  message(field: number, since: number): void {
    this.#varint(this.length - since);
    this.#tag(field, wireType.bytes);
  }

  /** Bytes that are fields already. */
  encoded(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#start -= bytes.length;
    this.#slab.set(bytes, this.#start);
  }

  /** The bytes of the message. The writer is then ready for the next one. */
  finish(): Buffer {
    const message = this.#slab.subarray(this.#start, this.#end);
    this.#end = this.#start;
    return message;
  }

  #tag(field: number, type: number): void {
    this.#reserve(1);
    this.#start -= 1;
    this.#slab[this.#start] = (field << 3) | type;
  }

  #varint(value: number | bigint): void {
    if (value < 128) {
      this.#reserve(1);
      this.#start -= 1;
      this.#slab[this.#start] = Number(value);
      return;
    }
    const bytes: number[] = [];
    // Bit operations of a number would cut it to 32 bits.
    let rest = value > Number.MAX_SAFE_INTEGER ? BigInt(value) : Number(value);
    while (rest > 127) {
      bytes.push(Number(typeof rest === "bigint" ? rest & 127n : rest % 128) | 128);
      rest = typeof rest === "bigint" ? rest >> 7n : Math.floor(rest / 128);
    }
    bytes.push(Number(rest));
    this.#reserve(bytes.length);
    this.#start -= bytes.length;
    for (let at = 0; at < bytes.length; at += 1) this.#slab[this.#start + at] = bytes[at] ?? 0;
  }

  /** Where the slab is full, the message continues in another one. The messages before it keep theirs. */
  #reserve(length: number): void {
    if (this.#start >= length) return;
    const written = this.#slab.subarray(this.#start, this.#end);
    const size = Math.max(slabBytes, 2 * (written.length + length));
    this.#slab = Buffer.allocUnsafeSlow(size);
    this.#start = size - written.length;
    this.#end = size;
    this.#slab.set(written, this.#start);
  }
}
