import { createHash } from "node:crypto";
import type { EventBytes } from "../eventstore/log-client.ts";

export const hashBytes = 32;

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);

/** As in RFC 6962, section 2.1. */
export const leafHash = (leaf: Uint8Array): Buffer => sha256(leafPrefix, leaf);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodePrefix, left, right);
export const emptyRoot = (): Buffer => sha256();

/**
 * A Merkle tree of RFC 6962 that only grows. It remembers the roots of its complete parts, one for each bit of
 * its size, and not its leaves.
 */
export class GrowingTree {
  #size: number;
  /** The roots of the complete parts, the largest part first. */
  readonly #parts: Buffer[];

  constructor({ size, parts }: { size: number; parts: readonly Buffer[] } = { size: 0, parts: [] }) {
    this.#size = size;
    this.#parts = [...parts];
  }

  get size(): number {
    return this.#size;
  }

  get parts(): readonly Buffer[] {
    return this.#parts;
  }

  add(hash: Buffer): void {
    let part = hash;
    for (let size = this.#size; size % 2 === 1; size = (size - 1) / 2)
      part = nodeHash(this.#parts.pop() ?? part, part);
    this.#parts.push(part);
    this.#size += 1;
  }

  root(): Buffer {
    const [last, ...before] = [...this.#parts].reverse();
    return last ? before.reduce((right, left) => nodeHash(left, right), last) : emptyRoot();
  }
}

/** A whole Merkle tree of RFC 6962, with the hashes of all its complete parts: 64 bytes for each leaf. */
export class MerkleTree {
  readonly size: number;
  /** The hashes of the complete parts of 1, 2, 4, … leaves, one after another. */
  readonly #levels: Buffer[];

  /** @param leaves their hashes, one after another */
  constructor(leaves: Buffer) {
    this.size = leaves.length / hashBytes;
    this.#levels = [leaves];
    for (let level = leaves; level.length >= 2 * hashBytes; ) {
      const next = Buffer.alloc(Math.floor(level.length / hashBytes / 2) * hashBytes);
      for (let at = 0; at < next.length; at += hashBytes)
        nodeHash(
          level.subarray(2 * at, 2 * at + hashBytes),
          level.subarray(2 * at + hashBytes, 2 * at + 2 * hashBytes),
        ).copy(next, at);
      this.#levels.push(next);
      level = next;
    }
  }

  leaf(index: number): Buffer {
    return this.#complete(0, index);
  }

  /** The root of the first `size` leaves. */
  root(size = this.size): Buffer {
    return size === 0 ? emptyRoot() : this.#hash(0, size);
  }

  /** The hashes that lead from the leaf to the root of the first `size` leaves, the nearest first. */
  inclusionProof(index: number, size = this.size): Buffer[] {
    const proof: Buffer[] = [];
    let from = 0;
    let to = size;
    while (to - from > 1) {
      const middle = from + largestPowerBelow(to - from);
      if (index < middle) {
        proof.unshift(this.#hash(middle, to));
        to = middle;
      } else {
        proof.unshift(this.#hash(from, middle));
        from = middle;
      }
    }
    return proof;
  }

  #hash(from: number, to: number): Buffer {
    const count = to - from;
    const level = Math.log2(count);
    if (Number.isInteger(level)) return this.#complete(level, from / count);
    const middle = from + largestPowerBelow(count);
    return nodeHash(this.#hash(from, middle), this.#hash(middle, to));
  }

  #complete(level: number, index: number): Buffer {
    const hash = this.#levels[level]?.subarray(index * hashBytes, (index + 1) * hashBytes);
    if (hash?.length !== hashBytes) throw new Error(`The tree has no part ${index} of level ${level}`);
    return hash;
  }
}

/** The largest power of two that is less than the count, which is 2 or more. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

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
