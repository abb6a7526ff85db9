import { expect, test } from "@jest/globals";
import { ItemQueue } from "./item-queue.ts";

const longMilliseconds = 60_000;

test("a wait for several items ends with the last of them", async () => {
  const queue = new ItemQueue<number>();
  let isOver = false;
  const waited = queue.filledWithin(longMilliseconds, 2).then(() => {
    isOver = true;
  });
  queue.push(1);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  queue.push(2);
  await waited;
});

test("a wait for several items ends with its time", async () => {
  const queue = new ItemQueue<number>();
  queue.push(1);
  await queue.filledWithin(1, 2);
  expect(queue.length).toBe(1);
});

test("a wait for several items ends with the queue", async () => {
  const queue = new ItemQueue<number>();
  const waited = queue.filledWithin(longMilliseconds, 2);
  queue.end();
  await waited;
  expect(await queue.take(1)).toBeUndefined();
});

test("waits that have ended free their memory, so that an item costs the same after many waits", async () => {
  const queue = new ItemQueue<number>();
  queue.push(1);
  for (let n = 0; n < 20; n += 1) await queue.filledWithin(0, 2);
  const last = queue.filledWithin(longMilliseconds, 2);
  expect(queue.waiting).toBe(1);
  queue.push(2);
  await last;
  expect(queue.waiting).toBe(0);
});

test("items that were pushed before the end can still be taken, then the error is thrown", async () => {
  const queue = new ItemQueue<number>();
  queue.push(1);
  queue.end(new Error("cut off"));
  queue.push(2);
  expect(await queue.take(5)).toEqual([1]);
  await expect(queue.take(5)).rejects.toThrow("cut off");
});
