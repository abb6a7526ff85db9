import { serialize } from "bson";
import { decodeDocument } from "../bson/decode.ts";
import type { Doc, Value } from "../bson/value.ts";

/** A document in the server's form after it was received from the driver. */
export function doc(plain: object): Doc {
  return decodeDocument(Buffer.from(serialize(plain, { ignoreUndefined: true }))).doc;
}

export function value(plain: unknown): Value {
  return doc({ value: plain }).value as Value;
}
