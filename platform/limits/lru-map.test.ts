import { expect, test } from "@jest/globals";
import { LruMap } from "./lru-map.ts";

test("a full LruMap removes the entry that was used least recently", () => {
  const map = new LruMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c"), map.size]).toEqual([1, undefined, 3, 2]);
});
