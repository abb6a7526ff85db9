import { hashBytes } from "@ornament/platform/log-proof/merkle";
import { type FindingKind, type Place, shownPlace } from "./findings.ts";

interface Leaf {
  readonly hash: Buffer;
  readonly order: number;
  readonly place: Place;
  readonly hasMac: boolean;
}

/** The first event that differs from its leaf, or events missing at the end (`order` is undefined). */
export interface Difference {
  readonly kind: FindingKind;
  readonly leaf: Leaf;
  readonly why: string;
}

export class TreeComparison {
  readonly #kept: Buffer;
  #count = 0;
  #first: { readonly index: number; readonly leaf: Leaf; readonly expected: Buffer } | undefined;
  #movedTo: Place | undefined;
  #isCopy = false;

  /** @param kept the hashes of the leaves, one after another */
  constructor(kept: Buffer) {
    this.#kept = kept;
  }

  get count(): number {
    return this.#count;
  }

  add(leaf: Leaf): void {
    const index = this.#count;
    this.#count += 1;
    if (this.#first) {
      if (leaf.hash.equals(this.#first.expected)) this.#movedTo ??= leaf.place;
      else if (leaf.hash.equals(this.#first.leaf.hash)) this.#isCopy = true;
      return;
    }
    const expected = this.#kept.subarray(index * hashBytes, (index + 1) * hashBytes);
    if (expected.length === 0 || expected.equals(leaf.hash)) return;
    this.#first = { index, leaf, expected };
  }

  difference(): Difference | undefined {
    if (!this.#first) return undefined;
    const { index, leaf } = this.#first;
    const written = this.#leafAt(leaf.hash);
    const isLater = written !== undefined && written > index;
    const found = (kind: FindingKind, why: string): Difference => ({ kind, leaf, why });
    if (isLater && !this.#movedTo && !this.#isCopy) {
      const missing = written - index;
      return found("removed", missing === 1 ? "one event is missing" : `${missing} events are missing`);
    }
    if (isLater && this.#movedTo && !this.#isCopy)
      return found(
        "reordered",
        `another event was written at this place; it is now at ${shownPlace(this.#movedTo)}`,
      );
    if (this.#movedTo)
      return found(
        "inserted",
        written === undefined ? "the event was not there" : "the event is a copy of another one",
      );
    if (written === undefined && leaf.hasMac)
      return found(
        "replaced",
        "the event that was written at this place was removed, or its time was changed",
      );
    return found("changed", "its bytes are not those that were written");
  }

  #leafAt(hash: Buffer): number | undefined {
    for (let at = this.#kept.indexOf(hash); at >= 0; at = this.#kept.indexOf(hash, at + 1))
      if (at % hashBytes === 0) return at / hashBytes;
    return undefined;
  }
}
