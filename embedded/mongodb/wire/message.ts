import { BSONType, deserialize, serialize } from "bson";
import { documentOf, type Field, fieldOf, fieldsOf } from "../bson/raw-document.ts";
import { type Doc, isDoc, readOptions } from "../bson/values.ts";
import type { Reply } from "../commands/command.ts";
import { MalformedMessage } from "../protocol/errors.ts";
import { MAX_MESSAGE_BYTES } from "../protocol/limits.ts";

export const HEADER_BYTES = 16;

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const MORE_TO_COME = 2;
const AWAIT_CAPABLE = 8;

export interface Request {
  readonly requestId: number;
  /** A handshake in the form before OP_MSG; the answer has the same form. */
  readonly legacy: boolean;
  /** The client waits for no answer. */
  readonly silent: boolean;
  readonly body: Doc;
}

/** The length of the message that begins here. Throws MalformedMessage for an impossible one. */
export function messageLength(bytes: Buffer): number {
  const length = bytes.readInt32LE(0);
  if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
    throw new MalformedMessage(`a message of ${length} bytes`);
  }
  return length;
}

/** Reads one whole message. Throws MalformedMessage or BSONError. */
export function readRequest(message: Buffer): Request {
  const requestId = message.readInt32LE(4);
  const opcode = message.readInt32LE(12);
  if (opcode === OP_MSG) return { requestId, legacy: false, ...readMsg(message) };
  if (opcode === OP_QUERY) return { requestId, legacy: true, silent: false, body: readQuery(message) };
  throw new MalformedMessage(`unknown opcode ${opcode}`);
}

function readMsg(message: Buffer): Pick<Request, "silent" | "body"> {
  if (message.length < HEADER_BYTES + 4) throw new MalformedMessage("a message is cut off");
  const flags = message.readUInt32LE(HEADER_BYTES);
  // Checksums are not supported, either.
  if ((flags & 0xffff & ~MORE_TO_COME) !== 0) throw new MalformedMessage("unknown required flag");
  // Flags from bit 16 on, such as exhaustAllowed, are optional.
  return { silent: (flags & MORE_TO_COME) !== 0, body: readSections(message, HEADER_BYTES + 4) };
}

function readSections(message: Buffer, start: number): Doc {
  let body: Doc | undefined;
  const sequences: [string, Buffer[]][] = [];
  let at = start;
  while (at < message.length) {
    const kind = message[at++];
    if (kind === 0 && !body) {
      const bytes = part(message, at, message.length);
      body = deserialize(bytes, { ...readOptions, fieldsAsRaw: writtenFields });
      at += bytes.length;
    } else if (kind === 1) {
      const section = part(message, at, message.length);
      sequences.push(readSequence(section));
      at += section.length;
    } else {
      throw new MalformedMessage("a section of unknown kind, or a second body");
    }
  }
  if (!body) throw new MalformedMessage("a message without a body");
  for (const [name, docs] of sequences) {
    if (body[name] !== undefined) throw new MalformedMessage(`the field ${name} is there twice`);
    body[name] = docs;
  }
  return body;
}

/** The arrays whose documents are not read with a command. */
const writtenFields = { documents: true, updates: true, deletes: true };

/** The bytes that begin with their length. */
function part(bytes: Buffer, at: number, end: number): Buffer {
  const length = at + 4 <= end ? bytes.readInt32LE(at) : 0;
  if (length < 5 || at + length > end) throw new MalformedMessage("a section is cut off");
  return bytes.subarray(at, at + length);
}

function readSequence(section: Buffer): [string, Buffer[]] {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw new MalformedMessage("a section is cut off");
  const docs: Buffer[] = [];
  for (let at = nameEnd + 1; at < section.length; ) {
    const document = part(section, at, section.length);
    docs.push(document);
    at += document.length;
  }
  return [section.toString("utf8", 4, nameEnd), docs];
}

/** OP_QUERY is supported for the first hello only. */
function readQuery(message: Buffer): Doc {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0) throw new MalformedMessage("a query without a collection");
  const name = message.toString("utf8", HEADER_BYTES + 4, nameEnd);
  const doc: Doc = deserialize(part(message, nameEnd + 9, message.length), readOptions);
  const query = doc.$query;
  const body = isDoc(query) ? query : doc;
  const [command] = Object.keys(body);
  if (name !== "admin.$cmd" || !["hello", "isMaster", "ismaster"].includes(command ?? "")) {
    throw new MalformedMessage("OP_QUERY for anything but a handshake");
  }
  if (body.$db === undefined) body.$db = "admin";
  return body;
}

/** The bytes of an answer, in the form of its request. */
export function writeReply(request: Request, replyId: number, reply: Reply): Buffer {
  const document = replyBytes(reply);
  const head = request.legacy ? legacyHead() : msgHead();
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + head.length + document.length, 0);
  header.writeInt32LE(replyId, 4);
  header.writeInt32LE(request.requestId, 8);
  header.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, head, document]);
}

/** The documents of a cursor go into its answer as they are stored. */
function replyBytes(reply: Reply): Buffer {
  const { cursor, ...others } = reply;
  if (!isDoc(cursor)) return Buffer.from(serialize(reply));
  const batch = Object.keys(cursor).find((name) => name.endsWith("Batch")) ?? "";
  const documents = (cursor[batch] as Buffer[]).map((document, place) =>
    fieldOf(String(place), BSONType.object, document),
  );
  const { [batch]: _, ...facts } = cursor;
  const answered = documentOf([fieldOf(batch, BSONType.array, documentOf(documents)), ...fieldsIn(facts)]);
  return documentOf([fieldOf("cursor", BSONType.object, answered), ...fieldsIn(others)]);
}

const fieldsIn = (doc: Doc): Iterable<Field> => fieldsOf(Buffer.from(serialize(doc))).values();

/** No flags, one section of kind 0. */
const msgHead = () => Buffer.alloc(5);

/** Flags, cursor id 0, starting at 0, one document. */
function legacyHead(): Buffer {
  const head = Buffer.alloc(20);
  head.writeInt32LE(AWAIT_CAPABLE, 0);
  head.writeInt32LE(1, 16);
  return head;
}
