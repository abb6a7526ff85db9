import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "@jest/globals";
import { gate } from "../waiting/testing/gate.ts";
import { callerConcurrency } from "./caller-concurrency.ts";
import { anonymous, type Principal } from "./principal.ts";

const device = (deviceId: number): Principal => ({ kind: "device", deviceId, token: "token" });

/** Work that shows whether it has begun, and ends when `end` is called. */
function work() {
  const { open: end, opened: ended } = gate();
  const begun = { is: false };
  const run = async () => {
    begun.is = true;
    await ended;
  };
  return { run, begun, end: () => end() };
}

const contexts = new AsyncLocalStorage<number>();
const soon = () => new Promise((resolve) => setImmediate(resolve));

test("a caller's seventh request begins when one of the first six ends, and other callers do not wait", async () => {
  const limit = callerConcurrency();
  const own = Array.from({ length: 7 }, work);
  const other = work();
  const all = own.map(({ run }) => limit(device(1), "request", run));
  const others = limit(device(2), "request", other.run);
  await soon();
  expect(own.map(({ begun }) => begun.is)).toEqual([true, true, true, true, true, true, false]);
  expect(other.begun.is).toBe(true);
  own[3]?.end();
  await all[3];
  await soon();
  expect(own[6]?.begun.is).toBe(true);
  for (const { end } of [...own, other]) end();
  await Promise.all([...all, others]);
});

test("when a request fails, its caller gets the error and the next request begins", async () => {
  const limit = callerConcurrency();
  const failing = Array.from({ length: 8 }, (_, index) =>
    limit(device(1), "request", async () => {
      throw new Error(`failure ${index}`);
    }),
  );
  const outcomes = await Promise.allSettled(failing);
  expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.message)).toEqual(
    Array.from({ length: 8 }, (_, index) => `failure ${index}`),
  );
});

test("a caller's third stream waits for one of the first two, and is refused with the time to wait if none ends soon", async () => {
  const limit = callerConcurrency(1);
  const [first, second, third] = [work(), work(), work()];
  const running = [first, second].map(({ run }) => limit(device(1), "stream", run));
  await expect(limit(device(1), "stream", third.run)).rejects.toMatchObject({
    code: "too_many_requests",
    retryAfterSeconds: 10,
    message: expect.stringContaining("2 of your downloads are running"),
  });
  expect(third.begun.is).toBe(false);
  expect(await limit(device(1), "request", async () => "a page")).toBe("a page");
  expect(await limit(device(2), "stream", async () => "another's file")).toBe("another's file");
  first.end();
  await running[0];
  expect(await limit(device(1), "stream", async () => "the next file")).toBe("the next file");
  second.end();
  await running[1];
});

test("callers who have not signed in never wait for each other", async () => {
  const limit = callerConcurrency();
  const all = Array.from({ length: 20 }, work);
  const taken = all.map(({ run }) => limit(anonymous, "request", run));
  await soon();
  expect(all.every(({ begun }) => begun.is)).toBe(true);
  for (const { end } of all) end();
  await Promise.all(taken);
});

test("a request that has waited keeps its async context", async () => {
  const limit = callerConcurrency();
  const seen: [number, number | undefined][] = [];
  const all = Array.from({ length: 12 }, (_, index) =>
    contexts.run(index, () =>
      limit(device(1), "request", async () => {
        await soon();
        seen.push([index, contexts.getStore()]);
      }),
    ),
  );
  await Promise.all(all);
  expect(seen).toHaveLength(12);
  expect(seen.filter(([index, context]) => index !== context)).toEqual([]);
});
