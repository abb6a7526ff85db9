import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { setBit } from "./bits.ts";
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

const noBits = () => new Uint32Array(100);

function bitsOf(items: readonly number[]): Uint32Array {
  const bits = noBits();
  for (const item of items) setBit(bits, item);
  return bits;
}

function bitsBetween(list: OrderedList<number, number>, start: Position, end: Position): Uint32Array {
  const bits = noBits();
  list.addTo(bits, start, end);
  return bits;
}

test("an ordered list holds what a sorted array holds, through adding, removing and filling", () => {
  const step = fc.record({ remove: fc.boolean(), from: fc.nat(1_500), count: fc.nat(800) });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 12 }),
      fc.boolean(),
      fc.nat(2_500),
      fc.nat(2_500),
      (steps, isFilled, low, high) => {
        const list = new OrderedList<number, number>(
          (item) => item,
          (item) => item,
        );
        const reference = new Set<number>();
        for (const { remove, from, count } of steps) {
          // The list keeps numbers from here on, which the next changes must not leave as they are.
          const sofar = [...reference];
          const all = [list.seek(() => 1), list.seek(() => -1)] as const;
          expect(bitsBetween(list, ...all)).toEqual(bitsOf(sofar));
          for (let i = 0; i < count; i++) {
            const item = (from + i * 7) % 2_500;
            const order = (other: number) => compare(other, item);
            if (remove) expect(list.remove(item, order)).toBe(reference.delete(item));
            else if (!reference.has(item)) list.add(item, order);
            if (!remove) reference.add(item);
          }
        }
        const sorted = [...reference].sort(compare);
        if (isFilled) list.fill(sorted);
        const wanted = sorted.filter((item) => item >= low && item < high);
        const start = list.seek((item) => (item >= low ? 1 : -1));
        const end = list.seek((item) => (item >= high ? 1 : -1));
        expect(list.size).toBe(sorted.length);
        expect(list.distance(start, end)).toBe(wanted.length);
        if (low > high) return;
        expect([...list.range(start, end)]).toEqual(wanted);
        expect(visited(list, start, end, false)).toEqual(wanted);
        expect(bitsBetween(list, start, end)).toEqual(bitsOf(wanted));
        const odd = wanted.filter((item) => item % 2 === 1);
        expect(list.firstWith(bitsOf(odd), start, end, false, 3)).toEqual(odd.slice(0, 3));
        expect(list.firstWith(bitsOf(odd), start, end, true, 3)).toEqual(odd.toReversed().slice(0, 3));
        expect(visited(list, start, end, true)).toEqual(wanted.reverse());
        const [first] = sorted;
        if (first !== undefined) expect(list.remove(first, (other) => compare(other, first))).toBe(true);
        expect(list.size).toBe(Math.max(0, sorted.length - 1));
      },
    ),
    { numRuns: 30 },
  );
});
