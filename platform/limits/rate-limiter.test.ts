import { expect, test } from "@jest/globals";
import { RateLimiter } from "./rate-limiter.ts";

const rate = { atOnce: 3, everySeconds: 10 };
const at = (seconds: number) => seconds * 1000;

test("a rate limiter passes the allowed burst of calls, then returns the time to wait", () => {
  const limiter = new RateLimiter();
  const waits = [0, 0, 0, 0].map(() => limiter.take("a", rate, at(0)));
  expect(waits).toEqual([0, 0, 0, 10]);
  expect(limiter.take("a", rate, at(4))).toBe(6);
});

test("a rate limiter passes one more call per interval, but never more than the allowed burst", () => {
  const limiter = new RateLimiter();
  for (let n = 0; n < 3; n += 1) limiter.take("a", rate, at(0));
  expect(limiter.take("a", rate, at(10))).toBe(0);
  expect(limiter.take("a", rate, at(10))).toBe(10);
  const later = [0, 0, 0, 0].map(() => limiter.take("a", rate, at(100_000)));
  expect(later).toEqual([0, 0, 0, 10]);
});

test("a refused call does not lengthen the wait", () => {
  const limiter = new RateLimiter();
  for (let n = 0; n < 50; n += 1) limiter.take("a", rate, at(0));
  expect(limiter.take("a", rate, at(10))).toBe(0);
});

test("a rate limiter counts each key separately, and takes tokens back", () => {
  const limiter = new RateLimiter();
  for (let n = 0; n < 3; n += 1) limiter.take("a", rate, at(0));
  expect(limiter.take("b", rate, at(0))).toBe(0);
  limiter.giveBack("a", rate);
  expect([0, 0].map(() => limiter.take("a", rate, at(0)))).toEqual([0, 10]);
});

test("a rate limiter keeps a limited number of keys and removes the one used least recently", () => {
  const limiter = new RateLimiter(100);
  for (let n = 0; n < 3; n += 1) limiter.take("kept", rate, at(0));
  for (let n = 0; n < 10_000; n += 1) {
    limiter.take(`other ${n}`, rate, at(0));
    limiter.take("kept", rate, at(0));
  }
  expect(limiter.take("kept", rate, at(0))).toBe(10);
  expect(limiter.keys).toBe(100);
});
