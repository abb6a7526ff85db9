import { BSONType, deserialize, ObjectId, onDemand } from "bson";
import { isNumber, readOptions } from "./values.ts";

/** A field of a document in its bytes: from its type to the end of its value. */
export interface Field {
  readonly name: string;
  readonly type: number;
  /** The bytes of the whole field. */
  readonly bytes: Buffer;
  /** The place of the value in these bytes. */
  readonly valueAt: number;
}

export type Fields = ReadonlyMap<string, Field>;

/** The fields of a document's BSON, without its nested documents. Throws `BSONError` if they can't be read. */
export function fieldsOf(raw: Buffer): Fields {
  const fields = new Map<string, Field>();
  for (const [type, nameAt, nameLength, valueAt, length] of onDemand.parseToElements(raw)) {
    const name = raw.toString("utf8", nameAt, nameAt + nameLength);
    const start = nameAt - 1;
    fields.set(name, { name, type, bytes: raw.subarray(start, valueAt + length), valueAt: valueAt - start });
  }
  return fields;
}

/** A field of a type whose value has these bytes. */
export function fieldOf(name: string, type: number, value: Buffer): Field {
  const head = Buffer.from(`${String.fromCharCode(type)}${name}\0`);
  return { name, type, bytes: Buffer.concat([head, value]), valueAt: head.length };
}

/** The BSON of a document with these fields. */
export function documentOf(fields: Iterable<Field>): Buffer {
  const parts = [size, ...Array.from(fields, ({ bytes }) => bytes), end];
  const document = Buffer.concat(parts);
  document.writeInt32LE(document.length, 0);
  return document;
}

const size = Buffer.alloc(4);
const end = Buffer.alloc(1);

/** The value of a field. */
export const jsValueOf = (field: Field): unknown => deserialize(documentOf([field]), readOptions)[field.name];

/** A new id in the field `_id`. */
export const newId = (): Field => fieldOf("_id", BSONType.objectId, Buffer.from(new ObjectId().id));

/** A value of a column. SQLite orders null, numbers, texts and bytes as BSON orders the values. */
export type Cell = null | number | bigint | string | Buffer;

/**
 * The cell of a field; `undefined` for a value that SQLite can't compare as BSON does, such as an array or a
 * nested document.
 */
export function cellOfField({ type, bytes, valueAt }: Field): Cell | undefined {
  switch (type) {
    case BSONType.null:
      return null;
    case BSONType.int:
      return bytes.readInt32LE(valueAt);
    case BSONType.long:
      return bytes.readBigInt64LE(valueAt);
    case BSONType.double:
      return cellOf(bytes.readDoubleLE(valueAt));
    case BSONType.string:
      return bytes.toString("utf8", valueAt + 4, bytes.length - 1);
    case BSONType.bool:
      return cellOf(bytes[valueAt] === 1);
    case BSONType.date:
      return dateCell(bytes.readBigInt64LE(valueAt));
    case BSONType.objectId:
      return Buffer.concat([objectIds.from, bytes.subarray(valueAt)]);
    default:
      return undefined;
  }
}

/** The cell of a value in a command. */
export function cellOf(value: unknown): Cell | undefined {
  if (value === null || typeof value === "string" || typeof value === "bigint") return value;
  if (typeof value === "number") return Number.isNaN(value) ? undefined : value;
  if (typeof value === "boolean") return value ? yes : no;
  if (value instanceof Date) return dateCell(BigInt(value.getTime()));
  return value instanceof ObjectId ? Buffer.concat([objectIds.from, value.id]) : undefined;
}

/** The cells of a type of values, which are all bytes that begin with the type's place in the BSON order. */
const typed = (rank: number) => ({ from: Buffer.from([rank]), to: Buffer.from([rank + 1]) });
const objectIds = typed(35);
const booleans = typed(40);
const dates = typed(45);

const no = Buffer.concat([booleans.from, Buffer.from([0])]);
const yes = Buffer.concat([booleans.from, Buffer.from([1])]);

function dateCell(milliseconds: bigint): Buffer {
  const cell = Buffer.alloc(9);
  dates.from.copy(cell);
  cell.writeBigUInt64BE(milliseconds + 2n ** 63n, 1);
  return cell;
}

interface TypeBorders {
  /** Missing for the type of the lowest values. */
  readonly from?: Cell;
  readonly to: Cell;
}

const numbers: TypeBorders = { to: "" };
const texts: TypeBorders = { from: "", to: Buffer.alloc(0) };

/** The borders of all cells of the same type. */
export function bordersOf(cell: Exclude<Cell, null>): TypeBorders {
  if (typeof cell === "string") return texts;
  if (!Buffer.isBuffer(cell)) return numbers;
  return [objectIds, booleans, dates].find(({ from }) => from[0] === cell[0]) ?? dates;
}

/** Whether SQLite finds the cells equal. */
export function equalCells(a: Cell | undefined, b: Cell | undefined): boolean {
  if (Buffer.isBuffer(a) && Buffer.isBuffer(b)) return a.equals(b);
  // biome-ignore lint/suspicious/noDoubleEquals: a number and a bigint may be equal
  return isNumber(a) && isNumber(b) ? a == b : typeof a === "string" && a === b;
}
