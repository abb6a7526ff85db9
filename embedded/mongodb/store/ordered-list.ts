const SPLIT_AT = 128;
/** The size of a chunk to which items were added in order. Some more fit in. */
const FILLED_TO = SPLIT_AT - (SPLIT_AT >> 4);

/** The position of an item: a chunk and a place in it. */
export interface Position {
  readonly chunk: number;
  readonly place: number;
}

/** Compares an item with a place: negative before it, positive after it. It must rise with the list. */
export type PlaceOf<T> = (item: T) => number;

/** An item with its unique place. Ranks rise with the list; `order` decides between equal ranks. */
export interface Placed<T, Fence> {
  readonly item: T;
  readonly rank: number;
  readonly order: PlaceOf<Fence>;
}

/** Items of a list that follow each other, with their ranks. */
export interface SortedPart<T> {
  readonly items: readonly T[];
  readonly ranks: Float64Array;
}

/**
 * A sorted list in chunks of a few hundred items: finding, adding and removing take a logarithmic search and
 * a short copy. Most comparisons are of ranks, which is much faster than reading a document. The place of
 * each chunk's last item is kept as a `Fence`, so that a search reads the items of only one chunk.
 */
export class OrderedList<T extends Fence, Fence> {
  private chunks: T[][] = [];
  /** The ranks of a chunk's items, with room for more: they are moved without a new allocation. */
  private ranks: Float64Array[] = [];
  private fences: (Fence | undefined)[] = [];
  /** Whether a `copy` has the chunk, which then isn't changed but replaced. */
  private shared: boolean[] = [];
  private count = 0;

  constructor(private readonly fenceOf: (item: T) => Fence) {}

  get size(): number {
    return this.count;
  }

  /** The first item after the place. Without a rank, only `order` decides. */
  seek(order: PlaceOf<Fence>, rank?: number): Position {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.endsBehind(middle, order, rank)) high = middle;
      else low = middle + 1;
    }
    const chunk = low;
    low = 0;
    high = this.chunks[chunk]?.length ?? 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.isBehind(chunk, middle, order, rank)) high = middle;
      else low = middle + 1;
    }
    return { chunk, place: low };
  }

  /** Whether the chunk's last item is after the place. */
  private endsBehind(chunk: number, order: PlaceOf<Fence>, rank?: number): boolean {
    const last = this.rankAt(chunk, (this.chunks[chunk] as T[]).length - 1);
    if (rank !== undefined && last !== rank) return last > rank;
    return order(this.fence(chunk)) > 0;
  }

  private isBehind(chunk: number, place: number, order: PlaceOf<Fence>, rank?: number): boolean {
    const own = this.rankAt(chunk, place);
    if (rank !== undefined && own !== rank) return own > rank;
    return order((this.chunks[chunk] as T[])[place] as T) > 0;
  }

  private rankAt(chunk: number, place: number): number {
    return (this.ranks[chunk] as Float64Array)[place] as number;
  }

  private fence(at: number): Fence {
    const known = this.fences[at];
    if (known !== undefined) return known;
    const chunk = this.chunks[at] as T[];
    const fence = this.fenceOf(chunk[chunk.length - 1] as T);
    this.fences[at] = fence;
    return fence;
  }

  /** Replaces all items by `itemAt(0)`, `itemAt(1)` and so on, which are in order. Each has one of the ranks. */
  fill(ranks: Float64Array, itemAt: (n: number) => T): void {
    this.chunks = [];
    this.ranks = [];
    for (let start = 0; start < ranks.length; start += FILLED_TO) {
      const end = Math.min(start + FILLED_TO, ranks.length);
      const items: T[] = [];
      for (let n = start; n < end; n++) items.push(itemAt(n));
      this.chunks.push(items);
      this.ranks.push(ranksWith(ranks.subarray(start, end)));
    }
    this.fences = this.chunks.map(() => undefined);
    this.shared = this.chunks.map(() => false);
    this.count = ranks.length;
  }

  /** The items with their ranks, in order. Later changes of the list don't change them. */
  copy(): readonly SortedPart<T>[] {
    this.shared.fill(true);
    return this.chunks.map((items, n) => ({
      items,
      ranks: (this.ranks[n] as Float64Array).subarray(0, items.length),
    }));
  }

  /** Call it before a change of a chunk. */
  private unshare(at: number): void {
    if (!this.shared[at]) return;
    this.chunks[at] = (this.chunks[at] as T[]).slice();
    this.ranks[at] = (this.ranks[at] as Float64Array).slice();
    this.shared[at] = false;
  }

  add({ item, rank, order }: Placed<T, Fence>): void {
    this.addAt(this.seek(order, rank), item, rank);
  }

  /** Adds an item at the place that `seek` has found, before any other change. */
  addAt({ chunk: at, place }: Position, item: T, rank: number): void {
    if (this.chunks.length === 0) {
      this.fill(Float64Array.of(rank), () => item);
      return;
    }
    const isNewLast = at === this.chunks.length;
    const chunk = isNewLast ? at - 1 : at;
    this.unshare(chunk);
    const items = this.chunks[chunk] as T[];
    const ranks = this.ranks[chunk] as Float64Array;
    const to = isNewLast ? items.length : place;
    if (isNewLast) this.fences[chunk] = undefined;
    ranks.copyWithin(to + 1, to, items.length);
    ranks[to] = rank;
    items.splice(to, 0, item);
    this.count++;
    if (items.length > SPLIT_AT) this.split(chunk);
  }

  private split(at: number): void {
    // Appending in order leaves full chunks behind; in any other order both halves grow again.
    const cut = at === this.chunks.length - 1 ? FILLED_TO : SPLIT_AT >> 1;
    this.ranks.splice(at + 1, 0, ranksWith((this.ranks[at] as Float64Array).subarray(cut)));
    this.chunks.splice(at + 1, 0, (this.chunks[at] as T[]).splice(cut));
    this.fences.splice(at, 0, undefined);
    this.shared.splice(at, 0, false);
  }

  /** Removes an item from its place. Returns whether it was there. */
  remove({ item, rank, order }: Placed<T, Fence>): boolean {
    const { chunk: at, place } = this.seek((other) => (order(other) >= 0 ? 1 : -1), rank);
    if (this.chunks[at]?.[place] !== item) return false;
    this.unshare(at);
    const chunk = this.chunks[at] as T[];
    chunk.splice(place, 1);
    this.ranks[at]?.copyWithin(place, place + 1);
    if (place === chunk.length) this.fences[at] = undefined;
    if (chunk.length === 0) {
      this.chunks.splice(at, 1);
      this.ranks.splice(at, 1);
      this.fences.splice(at, 1);
      this.shared.splice(at, 1);
    }
    this.count--;
    return true;
  }

  at(position: Position): T | undefined {
    return this.chunks[position.chunk]?.[position.place];
  }

  /** The number of items from `start` up to `end`, without the item at `end`. */
  distance(start: Position, end: Position): number {
    if (start.chunk >= end.chunk) return start.chunk > end.chunk ? 0 : Math.max(0, end.place - start.place);
    let count = end.place - start.place;
    for (let i = start.chunk; i < end.chunk; i++) count += (this.chunks[i] as T[]).length;
    return Math.max(0, count);
  }

  /** The items from `start` up to `end`, without the item at `end`. */
  *range(start: Position, end: Position): Generator<T> {
    for (let i = start.chunk; i <= end.chunk && i < this.chunks.length; i++) {
      const chunk = this.chunks[i] as T[];
      const last = i === end.chunk ? end.place : chunk.length;
      for (let j = i === start.chunk ? start.place : 0; j < last; j++) yield chunk[j] as T;
    }
  }

  /**
   * Visits these items, last first if `backwards`, until `each` returns false. Returns whether all were
   * visited.
   */
  visit(start: Position, end: Position, backwards: boolean, each: (item: T) => boolean): boolean {
    return this.visitChunks(start, end, backwards, (i, first, last) => {
      const chunk = this.chunks[i] as T[];
      if (backwards) for (let j = last - 1; j >= first; j--) if (!each(chunk[j] as T)) return false;
      if (!backwards) for (let j = first; j < last; j++) if (!each(chunk[j] as T)) return false;
      return true;
    });
  }

  /** Visits the chunks with these items until `each` returns false. Returns whether all were visited. */
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

/** A chunk has one item more than its limit until it is split. */
function ranksWith(some: Float64Array): Float64Array {
  const ranks = new Float64Array(SPLIT_AT + 1);
  ranks.set(some);
  return ranks;
}
