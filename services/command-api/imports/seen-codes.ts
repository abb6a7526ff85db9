import { pinIdOf } from "@ornament/contracts/values/pin-code";

/** The bytes of the shortest row: seven characters and a line end. */
const shortestRow = 8;

/**
 * The PINs that a file had so far: a hash table of numbers with room for as many PINs as fit into the file, at
 * most two thirds full. It takes 1.5 to 3 bytes for each byte of the file. A `Set` of the 8 million PINs of the
 * largest file would take half a gigabyte.
 */
export class SeenCodes {
  /** Each place holds a PIN's id plus one, or 0. */
  readonly #places: Float64Array;
  readonly #shift: number;

  /** @param bytes the size of the file */
  constructor(bytes: number) {
    const bits = Math.max(4, Math.ceil(Math.log2(((bytes + 1) / shortestRow) * 1.5)));
    this.#places = new Float64Array(2 ** bits);
    this.#shift = 32 - bits;
  }

  /** Returns `false` if the PIN was added before. */
  add(code: string): boolean {
    const value = pinIdOf(code) + 1;
    const mask = this.#places.length - 1;
    let place = Math.imul(value ^ (value / 2 ** 32), 0x9e3779b1) >>> this.#shift;
    while (this.#places[place] !== 0) {
      if (this.#places[place] === value) return false;
      place = (place + 1) & mask;
    }
    this.#places[place] = value;
    return true;
  }
}
