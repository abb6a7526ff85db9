import { hasBit, setBit } from "./bits.ts";

const SPLIT_AT = 128;

/** The position of an item: a chunk and a place in it. */
export interface Position {
  readonly chunk: number;
  readonly place: number;
}

/**
 * How an item compares with a place in the list: negative before it, positive behind it. It must rise with the list.
 */
export type PlaceOf<T> = (item: T) => number;

/**
 * A sorted list in chunks of a few hundred items: finding, adding and removing cost a logarithm and a short copy. What decides the place
 * of each chunk's last item is kept as a `Fence`, so that a search looks at the items of one chunk only. The numbers of a chunk's items are
 * kept from the first time that bits are compared with them until the chunk changes.
 */
export class OrderedList<T extends Fence, Fence> {
  private chunks: T[][] = [];
  private fences: (Fence | undefined)[] = [];
  private numbers: (Int32Array | undefined)[] = [];
  private count = 0;

  /** No two items have the same number. */
  constructor(
    private readonly fenceOf: (item: T) => Fence,
    private readonly numberOf: (item: T) => number,
  ) {}

  get size(): number {
    return this.count;
  }

  /** The first item for which `order` is positive. */
  seek(order: PlaceOf<Fence>): Position {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(this.fence(middle)) > 0) high = middle;
      else low = middle + 1;
    }
    const chunk = this.chunks[low];
    return { chunk: low, place: chunk ? firstAbove(chunk, order) : 0 };
  }

  private fence(at: number): Fence {
    const known = this.fences[at];
    if (known !== undefined) return known;
    const chunk = this.chunks[at] as T[];
    const fence = this.fenceOf(chunk[chunk.length - 1] as T);
    this.fences[at] = fence;
    return fence;
  }

  /** Takes the items, which are in order, instead of those that it had. */
  fill(items: readonly T[]): void {
    const size = SPLIT_AT - (SPLIT_AT >> 4);
    this.chunks = Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
      items.slice(n * size, (n + 1) * size),
    );
    this.fences = this.chunks.map(() => undefined);
    this.numbers = this.chunks.map(() => undefined);
    this.count = items.length;
  }

  /** Adds an item at its place, where no other item may be. */
  add(item: T, order: PlaceOf<Fence>): void {
    const { chunk: at, place } = this.seek(order);
    const chunk = this.chunks[at] ?? this.chunks[at - 1];
    if (!chunk) {
      this.chunks.push([item]);
      this.fences.push(undefined);
      this.numbers.push(undefined);
    } else if (this.chunks[at]) {
      chunk.splice(place, 0, item);
      this.numbers[at] = undefined;
    } else {
      chunk.push(item);
      this.fences[at - 1] = undefined;
      this.numbers[at - 1] = undefined;
    }
    this.count++;
    if (chunk && chunk.length > SPLIT_AT) this.split(Math.min(at, this.chunks.length - 1));
  }

  private split(at: number): void {
    const chunk = this.chunks[at] as T[];
    // Appending in order leaves full chunks behind; in any other order both halves will grow again.
    const cut = at === this.chunks.length - 1 ? SPLIT_AT - (SPLIT_AT >> 4) : SPLIT_AT >> 1;
    this.chunks.splice(at + 1, 0, chunk.splice(cut));
    this.fences.splice(at, 0, undefined);
    this.numbers.splice(at, 0, undefined);
  }

  /** Removes an item from its place. Returns whether it was there. */
  remove(item: T, order: PlaceOf<Fence>): boolean {
    const { chunk: at, place } = this.seek((other) => (order(other) >= 0 ? 1 : -1));
    const chunk = this.chunks[at];
    if (!chunk || chunk[place] !== item) return false;
    chunk.splice(place, 1);
    this.numbers[at] = undefined;
    if (place === chunk.length) this.fences[at] = undefined;
    if (chunk.length === 0) {
      this.chunks.splice(at, 1);
      this.fences.splice(at, 1);
      this.numbers.splice(at, 1);
    }
    this.count--;
    return true;
  }

  at(position: Position): T | undefined {
    return this.chunks[position.chunk]?.[position.place];
  }

  /** How many items there are from `start` up to `end`, without the one at `end`. */
  distance(start: Position, end: Position): number {
    if (start.chunk >= end.chunk) return start.chunk > end.chunk ? 0 : Math.max(0, end.place - start.place);
    let count = end.place - start.place;
    for (let i = start.chunk; i < end.chunk; i++) count += (this.chunks[i] as T[]).length;
    return Math.max(0, count);
  }

  /** The items from `start` up to `end`, without the one at `end`. */
  *range(start: Position, end: Position): Generator<T> {
    for (let i = start.chunk; i <= end.chunk && i < this.chunks.length; i++) {
      const chunk = this.chunks[i] as T[];
      const last = i === end.chunk ? end.place : chunk.length;
      for (let j = i === start.chunk ? start.place : 0; j < last; j++) yield chunk[j] as T;
    }
  }

  /** Visits the same items, last first if `backwards`, until `each` returns false. Returns whether it got to the end. */
  visit(start: Position, end: Position, backwards: boolean, each: (item: T) => boolean): boolean {
    return this.visitChunks(start, end, backwards, (i, first, last) => {
      const chunk = this.chunks[i] as T[];
      if (backwards) for (let j = last - 1; j >= first; j--) if (!each(chunk[j] as T)) return false;
      if (!backwards) for (let j = first; j < last; j++) if (!each(chunk[j] as T)) return false;
      return true;
    });
  }

  /** Sets the bits of the same items' numbers. */
  addTo(bits: Uint32Array, start: Position, end: Position): void {
    this.visitChunks(start, end, false, (i, first, last) => {
      const numbers = this.numbersOf(i);
      for (let j = first; j < last; j++) setBit(bits, numbers[j] as number);
      return true;
    });
  }

  /** The first `count` of the same items whose numbers have a bit, from the last on if `backwards`. */
  firstWith(bits: Uint32Array, start: Position, end: Position, backwards: boolean, count: number): T[] {
    const found: T[] = [];
    this.visitChunks(start, end, backwards, (i, first, last) => {
      const chunk = this.chunks[i] as T[];
      const numbers = this.numbersOf(i);
      const step = backwards ? -1 : 1;
      for (let j = backwards ? last - 1 : first; j >= first && j < last; j += step) {
        if (hasBit(bits, numbers[j] as number) && found.push(chunk[j] as T) >= count) return false;
      }
      return true;
    });
    return found;
  }

  private numbersOf(at: number): Int32Array {
    const known = this.numbers[at];
    if (known) return known;
    const numbers = Int32Array.from(this.chunks[at] as T[], this.numberOf);
    this.numbers[at] = numbers;
    return numbers;
  }

  /** Visits the chunks with the items from `start` up to `end`, until `each` returns false. Returns whether it got to the end. */
  private visitChunks(
    start: Position,
    end: Position,
    backwards: boolean,
    each: (chunk: number, first: number, last: number) => boolean,
  ): boolean {
    const lastChunk = Math.min(end.chunk, this.chunks.length - 1);
    const count = lastChunk - start.chunk + 1;
    for (let n = 0; n < count; n++) {
      const i = backwards ? lastChunk - n : start.chunk + n;
      const last = i === end.chunk ? end.place : (this.chunks[i] as T[]).length;
      if (!each(i, i === start.chunk ? start.place : 0, last)) return false;
    }
    return true;
  }
}

function firstAbove<T>(chunk: readonly T[], order: PlaceOf<T>): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(chunk[middle] as T) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}
