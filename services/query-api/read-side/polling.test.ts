import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { silentLogger } from "@ornament/platform/logging/logger";
import { fakeDatabase, generation } from "../testing/fake-registry.ts";
import { ReadSide } from "./read-side.ts";

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick"] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A read side whose read models are at position 10, and the times at which it has read the registry, in milliseconds. */
function readSideAt10() {
  const began = performance.now();
  const readAt: number[] = [];
  const { database } = fakeDatabase(() => {
    readAt.push(Math.round(performance.now() - began));
    return [generation("pins", { commit: 10n })];
  });
  return { readSide: new ReadSide(database, silentLogger()), readAt };
}

test("a request that waits looks at the registry after 3 ms, and then less often, every 15 ms in the end", async () => {
  const { readSide, readAt } = readSideAt10();
  void readSide.open({}, ["pins"], 11n);
  await jest.advanceTimersByTimeAsync(65);
  const waits = readAt.slice(1).map((at, n) => at - (readAt[n] ?? 0));
  expect(waits[0]).toBe(3);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.at(-1)).toBe(15);
});

test("a request that has just begun to wait brings the next look forward for all that wait", async () => {
  const { readSide, readAt } = readSideAt10();
  void readSide.open({}, ["pins"], 11n);
  await jest.advanceTimersByTimeAsync(100);
  readAt.length = 0;
  void readSide.open({}, ["pins"], 11n);
  await jest.advanceTimersByTimeAsync(2);
  expect(readAt).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  // One look serves both.
  expect(readAt).toHaveLength(2);
});
