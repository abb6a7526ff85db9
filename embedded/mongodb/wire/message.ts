import { decodeDocument } from "../bson/decode.ts";
import { encodeDocument } from "../bson/encode.ts";
import { type Doc, isDoc, type Value } from "../bson/value.ts";
import { CommandError, MalformedMessage } from "../protocol/errors.ts";
import { MAX_MESSAGE_BYTES } from "../protocol/limits.ts";

export const HEADER_BYTES = 16;

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const AWAIT_CAPABLE = 8;

export interface Request {
  readonly requestId: number;
  /** A handshake in the form before OP_MSG; the answer has the same form. */
  readonly legacy: boolean;
  /** The client waits for no answer. */
  readonly silent: boolean;
  /** The command, or the reason why it can't be read. */
  readonly body: Doc | CommandError;
}

/** The length of the message that begins here. Throws MalformedMessage for an impossible one. */
export function messageLength(bytes: Buffer): number {
  const length = bytes.readInt32LE(0);
  if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
    throw new MalformedMessage(`a message of ${length} bytes`);
  }
  return length;
}

/** Reads one whole message. Throws MalformedMessage. */
export function readRequest(message: Buffer): Request {
  const requestId = message.readInt32LE(4);
  const opcode = message.readInt32LE(12);
  if (opcode === OP_MSG) return { requestId, legacy: false, ...readMsg(message) };
  if (opcode === OP_QUERY)
    return { requestId, legacy: true, silent: false, body: orRefusal(() => readQuery(message)) };
  throw new MalformedMessage(`unknown opcode ${opcode}`);
}

function orRefusal(read: () => Doc): Doc | CommandError {
  try {
    return read();
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

function readMsg(message: Buffer): Pick<Request, "silent" | "body"> {
  if (message.length < HEADER_BYTES + 4) throw new MalformedMessage("a message is cut off");
  const flags = message.readUInt32LE(HEADER_BYTES);
  const unknown = flags & 0xffff & ~MORE_TO_COME;
  if (unknown !== 0) {
    throw new MalformedMessage(
      unknown === CHECKSUM_PRESENT ? "checksums are not supported" : "unknown required flag",
    );
  }
  // Flags from bit 16 on, such as exhaustAllowed, are optional.
  return {
    silent: (flags & MORE_TO_COME) !== 0,
    body: orRefusal(() => readSections(message, HEADER_BYTES + 4)),
  };
}

function readSections(message: Buffer, start: number): Doc {
  let body: Doc | undefined;
  const sequences: [string, Value[]][] = [];
  let at = start;
  while (at < message.length) {
    const kind = message[at++];
    if (kind === 0 && !body) {
      const { doc, end } = decodeDocument(message, at);
      body = doc;
      at = end;
    } else if (kind === 1) {
      const { name, docs, end } = readSequence(message, at);
      sequences.push([name, docs]);
      at = end;
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

function readSequence(message: Buffer, start: number): { name: string; docs: Doc[]; end: number } {
  if (start + 4 > message.length) throw new MalformedMessage("a section is cut off");
  const end = start + message.readInt32LE(start);
  const nameEnd = message.indexOf(0, start + 4);
  if (end > message.length || nameEnd < 0 || nameEnd >= end)
    throw new MalformedMessage("a section is cut off");
  const docs: Doc[] = [];
  let at = nameEnd + 1;
  while (at < end) {
    const read = decodeDocument(message, at);
    docs.push(read.doc);
    at = read.end;
  }
  if (at !== end) throw new MalformedMessage("a section's size is wrong");
  return { name: message.toString("utf8", start + 4, nameEnd), docs, end };
}

/** OP_QUERY is supported for the first hello only. */
function readQuery(message: Buffer): Doc {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0) throw new MalformedMessage("a query without a collection");
  const name = message.toString("utf8", HEADER_BYTES + 4, nameEnd);
  const { doc } = decodeDocument(message, nameEnd + 9);
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
export function writeReply(request: Request, replyId: number, reply: object): Buffer {
  const document = encodeDocument(reply);
  const head = request.legacy ? legacyHead() : msgHead();
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + head.length + document.length, 0);
  header.writeInt32LE(replyId, 4);
  header.writeInt32LE(request.requestId, 8);
  header.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, head, document]);
}

/** No flags, one section of kind 0. */
const msgHead = () => Buffer.alloc(5);

/** Flags, cursor id 0, starting at 0, one document. */
function legacyHead(): Buffer {
  const head = Buffer.alloc(20);
  head.writeInt32LE(AWAIT_CAPABLE, 0);
  head.writeInt32LE(1, 16);
  return head;
}
