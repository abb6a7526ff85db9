import { expect, test } from "@jest/globals";
import type { RequestLimit } from "@ornament/contracts/routes/request-limits";
import { createRequestLimits } from "./request-limits.ts";

const limit: RequestLimit = { by: "account", atOnce: 3, everySeconds: 10 };

/** Limits on a clock that the test moves, and the wait of a request. */
function limits(mostCounters?: number) {
  const clock = { seconds: 0 };
  const pause = async () => undefined;
  const now = () => clock.seconds * 1_000;
  const { take } = createRequestLimits({ scale: 1, pause, now, ...(mostCounters ? { mostCounters } : {}) });
  const wait = (who = "a") => take(limit, { name: "test", who }).wait;
  return { clock, take, wait };
}

test("the allowed burst of requests passes, then each has to wait", () => {
  const { clock, wait } = limits();
  expect([wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 10]);
  clock.seconds = 4;
  expect(wait()).toBe(6);
});

test("one more request passes per interval, but never more than the allowed burst", () => {
  const { clock, wait } = limits();
  for (let n = 0; n < 3; n += 1) wait();
  clock.seconds = 10;
  expect([wait(), wait()]).toEqual([0, 10]);
  clock.seconds = 100_000;
  expect([wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 10]);
});

test("a refused request does not lengthen the wait", () => {
  const { clock, wait } = limits();
  for (let n = 0; n < 50; n += 1) wait();
  clock.seconds = 10;
  expect(wait()).toBe(0);
});

test("callers are counted separately, and a request that had no effect is given back", () => {
  const { take, wait } = limits();
  const counted = [1, 2, 3].map(() => take(limit, { name: "test", who: "a" }));
  expect(wait("b")).toBe(0);
  counted[0]?.giveBack();
  const refused = [wait(), take(limit, { name: "test", who: "a" })] as const;
  expect([refused[0], refused[1].wait]).toEqual([0, 10]);
  refused[1].giveBack();
  expect(wait()).toBe(10);
});

test("a limited number of counters is kept, and the one used least recently is removed", () => {
  const { wait } = limits(100);
  for (let n = 0; n < 3; n += 1) wait("kept");
  for (let n = 0; n < 3; n += 1) wait("removed");
  for (let n = 0; n < 10_000; n += 1) {
    wait(`other ${n}`);
    wait("kept");
  }
  expect([wait("kept"), wait("removed")]).toEqual([10, 0]);
});
