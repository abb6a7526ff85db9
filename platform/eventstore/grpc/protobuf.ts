/**
 * Protocol Buffers as far as appends need them: fields that are numbers, bytes or messages. The classes that `protoc` has generated
 * take several times as long. See docs/decisions/0032-appends-are-encoded-by-hand.md.
 */

/** The pieces of an encoded message, in order. */
export type Pieces = readonly Uint8Array[];

const wireType = { varint: 0, bytes: 2 } as const;

/** A field with bytes, a text in UTF-8 or a message. */
export function field(number: number, content: Uint8Array | string | Pieces): Pieces {
  if (typeof content === "string") return field(number, Buffer.from(content));
  if (content instanceof Uint8Array)
    return [Buffer.from([tag(number, wireType.bytes), ...varint(content.length)]), content];
  return [Buffer.from([tag(number, wireType.bytes), ...varint(lengthOf(content))]), ...content];
}

/** A field with an unsigned number. */
export const numberField = (number: number, value: bigint | number): Pieces => [
  Buffer.from([tag(number, wireType.varint), ...varint(value)]),
];

export function lengthOf(pieces: Pieces): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}

/** Only field numbers up to 15 are used, which fit into one byte. */
const tag = (number: number, type: number) => (number << 3) | type;

function varint(value: bigint | number): number[] {
  const bytes: number[] = [];
  let rest = value;
  // Bit operations of a number would cut it to 32 bits.
  while (rest > 127) {
    const low = typeof rest === "bigint" ? Number(rest & 127n) : rest % 128;
    bytes.push(low | 128);
    rest = typeof rest === "bigint" ? rest >> 7n : Math.floor(rest / 128);
  }
  bytes.push(Number(rest));
  return bytes;
}

/** The last value of each field of a message, by the field's number: a number, or the bytes of anything else. */
export type Fields = readonly (bigint | Buffer | undefined)[];

/** Throws for bytes that are not a message, and for fields of other kinds. */
export function fieldsOf(message: Buffer): Fields {
  const fields: (bigint | Buffer | undefined)[] = [];
  let at = 0;
  const next = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      if (byte < 128 && shift === 0n) return BigInt(byte);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = Number(next());
    const type = key & 7;
    const value = next();
    if (type === wireType.varint) fields[key >> 3] = value;
    else if (type === wireType.bytes) {
      const end = at + Number(value);
      if (end > message.length) throw new Error("The message is shorter than its fields");
      fields[key >> 3] = message.subarray(at, end);
      at = end;
    } else throw new Error(`The message has a field of the kind ${type}`);
  }
  return fields;
}
