import { expect, test } from "@jest/globals";
import { open, seal } from "./seal.ts";

test("sealed bytes can only be opened with the same key and context", () => {
  const key = Buffer.alloc(32, 3);
  const sealed = seal(key, "a", Buffer.from("text"));
  expect(open(key, "a", sealed)?.toString()).toBe("text");
  expect(open(key, "b", sealed)).toBeUndefined();
  expect(open(Buffer.alloc(32, 4), "a", sealed)).toBeUndefined();
  expect(open(key, "a", sealed.slice(2))).toBeUndefined();
  expect(open(key, "a", "")).toBeUndefined();
  expect(seal(key, "a", Buffer.from("text"))).not.toBe(sealed);
});
