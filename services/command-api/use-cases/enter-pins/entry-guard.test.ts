import { expect, test } from "@jest/globals";
import { sourceOf } from "./entry-guard.ts";

test("the network of a PIN entry is stored as a keyed hash, never as a network address", () => {
  const key = (fill: number) => Buffer.alloc(32, fill);
  expect(sourceOf(key(1), "192.0.2.7")).toBe(sourceOf(key(1), "192.0.2.7"));
  expect(sourceOf(key(1), "192.0.2.7")).not.toBe(sourceOf(key(2), "192.0.2.7"));
  expect(sourceOf(key(1), "192.0.2.7")).not.toContain("192.0.2.7");
});
