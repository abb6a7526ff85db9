import { describe, expect, test } from "@jest/globals";
import type { SignInEvent } from "@ornament/contracts/events/sign-in";
import { lockedUntil, type SignInCommand, signInDecider } from "./decider.ts";

const whose = { audience: "admin", key: "key" } as const;
const at = 1_800_000_000_000;
const minute = 60_000;
const failed = (when: number, failures?: number): SignInEvent => ({
  type: "SignInFailed",
  data: { ...whose, at: when, ...(failures === undefined ? {} : { failures }) },
});
const failures = (count: number) => Array.from({ length: count }, (_, n) => failed(at + n, n + 1));
const succeeded: SignInEvent = { type: "SignInSucceeded", data: { ...whose, subjectId: 7 } };
const fold = (events: SignInEvent[]) => events.reduce(signInDecider.evolve, signInDecider.initialState());
const decide = (events: SignInEvent[], command: SignInCommand) => signInDecider.decide(command, fold(events));
const attempt = (when: number): SignInCommand => ({ type: "CountAttempt", ...whose, at: when });

describe("an attempt", () => {
  test("counts as failed before it is compared, up to the tenth", () =>
    expect(decide(failures(9), attempt(at + 9))).toEqual([failed(at + 9, 10)]));

  test("is not taken while the address waits", () => {
    expect(decide(failures(10), attempt(at + 9 + minute - 1))).toEqual([]);
    expect(decide(failures(10), attempt(at + 9 + minute))).toEqual([failed(at + 9 + minute, 11)]);
  });

  test("the count begins anew after success, or a day without failure", () => {
    expect(fold([...failures(9), succeeded]).failures).toBe(0);
    const later = at + 25 * 60 * minute;
    expect(decide(failures(9), attempt(later))).toEqual([failed(later, 1)]);
  });

  test("the newest failure of an address is enough to know the count", () => {
    expect(fold(failures(12).slice(-1))).toEqual(fold(failures(12)));
  });

  test("failures written without a count are counted one by one", () => {
    expect(fold([failed(at), failed(at + 1), failed(at + 2)]).failures).toBe(3);
  });
});

test.each([
  [9, 0],
  [10, 1],
  [11, 2],
  [12, 4],
  [15, 32],
  [16, 60],
  [40, 60],
])("after %d failures the wait is %d minutes", (count, minutes) => {
  const expected = minutes === 0 ? 0 : at + count - 1 + minutes * minute;
  expect(lockedUntil(fold(failures(count)))).toBe(expected);
});

test("the record of a lock changes no count, however often it stands there", () => {
  const locked: SignInEvent = { type: "UnknownAddressLocked", data: { ...whose, until: at, failures: 10 } };
  expect(fold([...failures(10), locked, locked])).toEqual(fold(failures(10)));
});

describe("a lock", () => {
  const record = (known: boolean): SignInCommand => ({ type: "RecordLock", ...whose, known });
  const recordedAfter = (count: number) => decide(failures(count), record(true)).length;

  test("is recorded with the count and the end of the wait, apart for an address without an account", () => {
    const data = { ...whose, until: at + 9 + minute, failures: 10 };
    expect(decide(failures(9), record(true))).toEqual([]);
    expect(decide(failures(10), record(true))).toEqual([{ type: "SignInLocked", data }]);
    expect(decide(failures(10), record(false))).toEqual([{ type: "UnknownAddressLocked", data }]);
  });

  test("is recorded as long as the wait grows, then once in 24 failures", () => {
    const counts = Array.from({ length: 100 }, (_, n) => n + 1).filter((count) => recordedAfter(count) > 0);
    expect(counts).toEqual([10, 11, 12, 13, 14, 15, 16, 24, 48, 72, 96]);
  });
});
