import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "@jest/globals";
import { CallerTurns } from "./caller-turns.ts";
import { anonymous, type Principal } from "./principal.ts";

const device = (deviceId: number): Principal => ({ kind: "device", deviceId, token: "token" });

/** Work that says when it has begun and ends when it is told to. */
function work() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const begun = { is: false };
  const run = async () => {
    begun.is = true;
    await ended;
  };
  return { run, begun, end: () => end() };
}

const contexts = new AsyncLocalStorage<number>();
const soon = () => new Promise((resolve) => setImmediate(resolve));

test("a caller's seventh request begins when one of the six before it ends, and nobody else waits", async () => {
  const turns = new CallerTurns();
  const own = Array.from({ length: 7 }, work);
  const other = work();
  const all = own.map(({ run }) => turns.take(device(1), run));
  const others = turns.take(device(2), other.run);
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

test("a request that fails lets the next one begin, and its failure is its caller's", async () => {
  const turns = new CallerTurns();
  const failing = Array.from({ length: 8 }, (_, index) =>
    turns.take(device(1), async () => {
      throw new Error(`failure ${index}`);
    }),
  );
  const outcomes = await Promise.allSettled(failing);
  expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.message)).toEqual(
    Array.from({ length: 8 }, (_, index) => `failure ${index}`),
  );
});

test("who has not signed in does not wait", async () => {
  const turns = new CallerTurns();
  const all = Array.from({ length: 20 }, work);
  const taken = all.map(({ run }) => turns.take(anonymous, run));
  await soon();
  expect(all.every(({ begun }) => begun.is)).toBe(true);
  for (const { end } of all) end();
  await Promise.all(taken);
});

test("a request that has waited goes on in its own context, not in that of the one before it", async () => {
  const turns = new CallerTurns();
  const seen: [number, number | undefined][] = [];
  const all = Array.from({ length: 12 }, (_, index) =>
    contexts.run(index, () =>
      turns.take(device(1), async () => {
        await soon();
        seen.push([index, contexts.getStore()]);
      }),
    ),
  );
  await Promise.all(all);
  expect(seen).toHaveLength(12);
  expect(seen.filter(([index, context]) => index !== context)).toEqual([]);
});
