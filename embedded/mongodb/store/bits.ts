/** Sets a bit in a row of 32-bit numbers. */
export function setBit(bits: Uint32Array, place: number): void {
  bits[place >> 5] = (bits[place >> 5] as number) | (1 << (place & 31));
}

export function clearBit(bits: Uint32Array, place: number): void {
  bits[place >> 5] = (bits[place >> 5] as number) & ~(1 << (place & 31));
}

/** Bits beyond the end are not set. */
export const hasBit = (bits: Uint32Array, place: number): boolean =>
  place >> 5 < bits.length && ((bits[place >> 5] as number) & (1 << (place & 31))) !== 0;

export function countBits(bits: Uint32Array): number {
  let count = 0;
  for (const word of bits) {
    const pairs = word - ((word >>> 1) & 0x55555555);
    const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
    count += Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Clears the bits that `kept` does not have. */
export function keepBits(bits: Uint32Array, kept: Uint32Array): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) & (kept[i] as number);
}

export function addBits(bits: Uint32Array, added: Uint32Array): void {
  for (let i = 0; i < added.length; i++) bits[i] = (bits[i] as number) | (added[i] as number);
}
