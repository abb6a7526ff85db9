import { expect, test } from "@jest/globals";
import { sourceOf } from "./source.ts";

test("what is stored of an address is a keyed hash", () => {
  const key = (fill: number) => ({ addressKey: Buffer.alloc(32, fill) });
  expect(sourceOf(key(1), "192.0.2.7")).toBe(sourceOf(key(1), "192.0.2.7"));
  expect(sourceOf(key(1), "192.0.2.7")).not.toBe(sourceOf(key(2), "192.0.2.7"));
  expect(sourceOf(key(1), "192.0.2.7")).not.toContain("192.0.2.7");
});
