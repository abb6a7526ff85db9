import type { GroupKey } from "../../projections/projection.ts";

/** 1 MB. With a million groups one in twenty that was not seen counts as seen. */
const bitCount = 2 ** 23;
const bitsOfGroup = 4;

/**
 * Which groups were seen, in a little memory that doesn't grow (a Bloom filter). It never says of a group that was seen that it was
 * not, but now and then of another one that it may have been.
 */
export class SeenGroups {
  readonly #bits = new Uint32Array(bitCount / 32);

  add(key: Pick<GroupKey, "part" | "id">): void {
    let hash = hashOf(key);
    for (let n = 0; n < bitsOfGroup; n += 1) {
      hash = mixed(hash + n);
      const bit = hash & (bitCount - 1);
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHave(key: Pick<GroupKey, "part" | "id">): boolean {
    let hash = hashOf(key);
    for (let n = 0; n < bitsOfGroup; n += 1) {
      hash = mixed(hash + n);
      const bit = hash & (bitCount - 1);
      if (((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

function hashOf({ part, id }: Pick<GroupKey, "part" | "id">): number {
  const hash = hashOfText(part, typeof id === "number" ? 1 : 2);
  if (typeof id === "string") return hashOfText(id, hash);
  return mixed(hash ^ id) ^ mixed(Math.floor(id / 2 ** 32));
}

function hashOfText(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Another number in which every bit depends on all bits of the given one. */
function mixed(hash: number): number {
  let next = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  next = Math.imul(next ^ (next >>> 15), 0x846ca68b);
  return next ^ (next >>> 16);
}
