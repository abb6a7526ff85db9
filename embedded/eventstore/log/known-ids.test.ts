import { expect, test } from "@jest/globals";
import { KnownIds } from "./known-ids.ts";

test("an event id is recognised in the stream of its first append, until it is forgotten", () => {
  const ids = new KnownIds();
  ids.add("a-1", "one", 0);
  ids.add("b-1", "one", 7);
  ids.add("a-1", "one", 3);
  expect(ids.revisionOf("a-1", "one")).toBe(0);
  expect(ids.revisionOf("b-1", "one")).toBeUndefined();
  ids.add("a-1", "two", 4);
  ids.forget(["one"]);
  expect(ids.revisionOf("a-1", "one")).toBeUndefined();
  expect(ids.revisionOf("a-1", "two")).toBe(4);
});

test("the oldest event ids are removed when the list is full", () => {
  const ids = new KnownIds(10_000);
  for (let n = 0; n < 1_000; n += 1) ids.add("a-1", `id-${n}`, n);
  expect(ids.revisionOf("a-1", "id-999")).toBe(999);
  expect(ids.revisionOf("a-1", "id-900")).toBe(900);
  expect(ids.revisionOf("a-1", "id-0")).toBeUndefined();
  expect(ids.revisionOf("a-1", "id-500")).toBeUndefined();
});
