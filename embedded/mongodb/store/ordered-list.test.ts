import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { OrderedList, type Position } from "./ordered-list.ts";

const compare = (a: number, b: number) => a - b;

function visited(
  list: OrderedList<number, number>,
  start: Position,
  end: Position,
  backwards: boolean,
): number[] {
  const found: number[] = [];
  list.visit(start, end, backwards, (item) => found.push(item) > 0);
  return found;
}

test("an ordered list has the same items as a sorted array after adding, removing and filling", () => {
  const change = fc.constantFrom("add", "remove");
  const step = fc.record({ change, from: fc.nat(1_500), count: fc.nat(800) });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 12 }),
      fc.boolean(),
      fc.constantFrom(1, 10, 1_000),
      fc.nat(2_500),
      fc.nat(2_500),
      (steps, isFilled, sameRank, low, high) => {
        const list = new OrderedList<number, number>((item) => item);
        const reference = new Set<number>();
        const placed = (item: number) => ({
          item,
          rank: Math.floor(item / sameRank),
          order: (other: number) => compare(other, item),
        });
        for (const { change, from, count } of steps) {
          const items = Array.from({ length: count }, (_, i) => (from + i * 7) % 2_500);
          if (change === "remove")
            for (const item of items) expect(list.remove(placed(item))).toBe(reference.delete(item));
          const added = items.filter((item) => change !== "remove" && !reference.has(item));
          for (const item of added) list.add(placed(item));
          for (const item of added) reference.add(item);
        }
        const sorted = [...reference].sort(compare);
        const ranks = sorted.map((item) => placed(item).rank);
        if (isFilled) list.fill(Float64Array.from(ranks), (n) => sorted[n] as number);
        const copy = list.copy();
        expect(copy.flatMap(({ items }) => items)).toEqual(sorted);
        expect(copy.flatMap((part) => [...part.ranks])).toEqual(ranks);
        const wanted = sorted.filter((item) => item >= low && item < high);
        for (const item of wanted.slice(0, 3)) {
          const { order, rank } = placed(item);
          expect(list.seek(order, rank)).toEqual(list.seek(order));
        }
        const start = list.seek((item) => (item >= low ? 1 : -1));
        const end = list.seek((item) => (item >= high ? 1 : -1));
        expect(list.size).toBe(sorted.length);
        expect(list.distance(start, end)).toBe(wanted.length);
        if (low > high) return;
        expect([...list.range(start, end)]).toEqual(wanted);
        expect(visited(list, start, end, false)).toEqual(wanted);
        expect(visited(list, start, end, true)).toEqual(wanted.reverse());
        const [first] = sorted;
        if (first !== undefined) expect(list.remove(placed(first))).toBe(true);
        expect(list.size).toBe(Math.max(0, sorted.length - 1));
      },
    ),
    { numRuns: 30 },
  );
});

test("a copy of an ordered list stays the same while items are added and removed", () => {
  const change = fc.record({ removes: fc.boolean(), item: fc.nat(2_000) });
  fc.assert(
    fc.property(fc.nat(1_500), fc.array(change, { maxLength: 600 }), (count, changes) => {
      const list = new OrderedList<number, number>((item) => item);
      const placed = (item: number) => ({ item, rank: item, order: (other: number) => compare(other, item) });
      const items = Array.from({ length: count }, (_, n) => n);
      for (const item of items) list.add(placed(item));
      const known = new Set(items);
      const first = list.copy();
      const half = changes.length >> 1;
      const apply = ({ removes, item }: (typeof changes)[number]) => {
        if (removes) list.remove(placed(item));
        else if (!known.has(item)) list.add(placed(item));
        if (removes) known.delete(item);
        else known.add(item);
      };
      for (const one of changes.slice(0, half)) apply(one);
      const between = [...known].sort(compare);
      const second = list.copy();
      for (const one of changes.slice(half)) apply(one);
      const itemsOf = (copy: ReturnType<typeof list.copy>) => copy.flatMap((part) => part.items);
      const ranksOf = (copy: ReturnType<typeof list.copy>) => copy.flatMap((part) => [...part.ranks]);
      expect([itemsOf(first), ranksOf(first)]).toEqual([items, items]);
      expect([itemsOf(second), ranksOf(second)]).toEqual([between, between]);
      expect(itemsOf(list.copy())).toEqual([...known].sort(compare));
    }),
    { numRuns: 100 },
  );
});
