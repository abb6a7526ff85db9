import { expect, test } from "@jest/globals";
import { Remembered } from "./remembered.ts";

/** Reads that resolve with how many there have been. */
function counted() {
  let reads = 0;
  return async () => ++reads;
}

test("what is read once is given again under its name", async () => {
  const remembered = new Remembered();
  const read = counted();
  expect(await Promise.all([remembered.once("one", read), remembered.once("one", read)])).toEqual([1, 1]);
  expect(await remembered.once("other", read)).toBe(2);
  expect(remembered.usesEarlier).toBe(false);
});

test("a failed read is not remembered", async () => {
  const remembered = new Remembered();
  const failing = async () => {
    throw new Error("no answer");
  };
  await expect(remembered.once("one", failing)).rejects.toThrow("no answer");
  expect(await remembered.once("one", counted())).toBe(1);
});

test("a read that began ahead is remembered for the look, and what was read earlier shows in `usesEarlier`", async () => {
  const look = new Remembered();
  const read = counted();
  const first = new Remembered(look);
  expect([await first.once("one", read), await first.once("one", read)]).toEqual([1, 1]);
  expect(first.usesEarlier).toBe(false);
  expect(await look.once("one", read)).toBe(1);
  const next = new Remembered(look);
  expect(await next.once("one", read)).toBe(1);
  expect(next.usesEarlier).toBe(true);
});

test("beyond 200 names nothing more is remembered", async () => {
  const remembered = new Remembered();
  const read = counted();
  for (let n = 0; n < 200; n += 1) await remembered.once(`name ${n}`, read);
  expect(await remembered.once("name 0", read)).toBe(1);
  expect(await remembered.once("one more", read)).toBe(201);
  expect(await remembered.once("one more", read)).toBe(202);
});
