import { expect, test } from "@jest/globals";
import { LruMap } from "./lru-map.ts";

/** The keys of the map among those given. Does not change the order: a new map is filled for each question. */
const left = (use: (map: LruMap<string, number>) => void, capacity = 3) => {
  const map = new LruMap<string, number>(capacity);
  use(map);
  const keys = ["a", "b", "c", "d", "e"].filter((key) => map.get(key) !== undefined);
  expect(map.size).toBe(keys.length);
  return keys.join("");
};
const fill = (map: LruMap<string, number>, keys: string) => {
  for (const [place, key] of [...keys].entries()) map.set(key, place);
};

test("a full LruMap removes the entry that was used least recently", () => {
  const map = new LruMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c"), map.size]).toEqual([1, undefined, 3, 2]);
});

test.each<[string, (map: LruMap<string, number>) => void, string]>([
  ["keys that were never used again leave in their order", (map) => fill(map, "abcde"), "cde"],
  ["a key that is set again is the newest", (map) => fill(map, "abcad"), "acd"],
  ["a key in the middle that is read is the newest", (map) => readThenFill(map, "b"), "bde"],
  ["the newest key can be read", (map) => readThenFill(map, "c"), "cde"],
  ["a deleted key leaves room", (map) => deleteThenFill(map, "b"), "acd"],
  ["the oldest key can be deleted", (map) => deleteThenFill(map, "a"), "bcd"],
  ["the newest key can be deleted", (map) => deleteThenFill(map, "c"), "abd"],
  ["a key that is not there can be deleted", (map) => deleteThenFill(map, "e"), "bcd"],
])("in an LruMap of three keys %s", (_name, use, expected) => {
  expect(left(use)).toBe(expected);
});

function readThenFill(map: LruMap<string, number>, read: string): void {
  fill(map, "abc");
  map.get(read);
  fill(map, "de");
}

function deleteThenFill(map: LruMap<string, number>, deleted: string): void {
  fill(map, "abc");
  map.delete(deleted);
  fill(map, "d");
}

test("an LruMap that was emptied is filled again like a new one", () => {
  const empty = left((map) => {
    fill(map, "abc");
    map.clear();
    fill(map, "deab");
  });
  expect(empty).toBe("abe");
});
