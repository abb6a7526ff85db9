import type { EventBytes } from "../eventstore/log-client.ts";
import { leafHash } from "./merkle.ts";

/**
 * The bytes of an event's leaf in the Merkle tree: a JSON array of the stream, the revision, the id, the type,
 * the time in milliseconds since 1970, and the stored bytes of the data and of the metadata as base64. The
 * stored bytes have personal values encrypted, so an erased person changes no leaf.
 */
export const leafOf = ({ stream, revision, id, type, created, data, metadata }: EventBytes): Buffer =>
  Buffer.from(JSON.stringify([stream, String(revision), id, type, created, base64(data), base64(metadata)]));

/** The hash of an event's leaf. */
export const leafHashOf = (event: EventBytes): Buffer => leafHash(leafOf(event));

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
