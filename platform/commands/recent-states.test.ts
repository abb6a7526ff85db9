import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { type RecentState, RecentStates } from "./recent-states.ts";

const recent = (changes: Partial<RecentState> = {}): RecentState => ({
  state: "state",
  revision: 0n,
  commandIds: new Set(["command"]),
  uses: 1,
  ...changes,
});

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a state is dropped at most two lives after its last use, and one that is used meanwhile is kept", () => {
  const states = new RecentStates({ lifeMilliseconds: 10_000 });
  states.set("idle", recent());
  states.set("used", recent());
  jest.advanceTimersByTime(15_000);
  expect(states.get("idle")).toEqual(recent());
  states.set("used", recent({ uses: 2 }));
  jest.advanceTimersByTime(5_000);
  expect(states.get("idle")).toBeUndefined();
  expect(states.get("used")?.uses).toBe(2);
  jest.advanceTimersByTime(20_000);
  expect(states.size).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
});

test("no more than twice the capacity of states are kept, the latest ones", () => {
  const states = new RecentStates({ capacity: 10 });
  for (let n = 0; n < 105; n += 1) states.set(`stream-${n}`, recent());
  expect(states.size).toBeLessThanOrEqual(20);
  expect(states.get("stream-104")).toBeDefined();
  expect(states.get("stream-84")).toBeUndefined();
});

test("a state that was used often is dropped, so that its stream is read again and gets its next snapshot", () => {
  const states = new RecentStates();
  states.set("stream", recent({ uses: 7 }));
  expect(states.get("stream")).toBeDefined();
  states.set("stream", recent({ uses: 8 }));
  expect(states.get("stream")).toBeUndefined();
});

test("a state with a long list of commands is not kept", () => {
  const states = new RecentStates();
  states.set("stream", recent({ commandIds: new Set(Array.from({ length: 201 }, (_, n) => `${n}`)) }));
  expect(states.get("stream")).toBeUndefined();
});
