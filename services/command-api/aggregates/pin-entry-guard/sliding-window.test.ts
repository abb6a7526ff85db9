import { expect, test } from "@jest/globals";
import { SlidingWindow } from "./sliding-window.ts";

test("a window drops items that have its length as their age, and counts the rest", () => {
  const window = new SlidingWindow<{ at: number }>(10);
  for (const at of [1, 2, 3, 4, 5]) window.add({ at });
  expect(window.drop(11)).toEqual([{ at: 1 }]);
  expect(window.size).toBe(4);
  expect(window.drop(13)).toEqual([{ at: 2 }, { at: 3 }]);
  window.add({ at: 6 });
  expect(window.all()).toEqual([{ at: 4 }, { at: 5 }, { at: 6 }]);
  expect(window.drop(13)).toEqual([]);
});

test("a window gives its newest items, and never a dropped one", () => {
  const window = new SlidingWindow<{ at: number }>(10);
  for (const at of [1, 2, 3]) window.add({ at });
  window.drop(11);
  expect([1, 2, 3, 0].map((nth) => window.newest(nth)?.at)).toEqual([3, 2, undefined, undefined]);
});
