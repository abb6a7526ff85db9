import { addBits, countBits, hasBit, keepBits } from "./bits.ts";
import type { Documents } from "./documents.ts";
import type { StoredDocument } from "./stored-document.ts";

/** The documents whose text was found: a bit for each sequence. */
export class TextMatches {
  readonly count: number;

  constructor(
    private readonly bits: Uint32Array,
    private readonly bySequence: Pick<Documents, "get">,
  ) {
    this.count = countBits(bits);
  }

  has(sequence: number): boolean {
    return hasBit(this.bits, sequence);
  }

  /** The documents that both have. */
  and(other: TextMatches): TextMatches {
    const bits = this.bits.slice();
    other.keepIn(bits);
    return new TextMatches(bits, this.bySequence);
  }

  addTo(bits: Uint32Array): void {
    addBits(bits, this.bits.subarray(0, bits.length));
  }

  /** Clears the bits of other documents. */
  keepIn(bits: Uint32Array): void {
    keepBits(bits, this.bits);
  }

  /** Visits the documents in the order of their insertion, until `each` returns false. */
  visit(each: (stored: StoredDocument) => boolean): void {
    for (let place = 0; place < this.bits.length; place++) {
      for (let left = this.bits[place] as number; left !== 0; left &= left - 1) {
        const stored = this.bySequence.get(place * 32 + 31 - Math.clz32(left & -left));
        if (stored && !each(stored)) return;
      }
    }
  }
}
