import { describe, expect, test } from "@jest/globals";
import type { SignInEvent } from "@ornament/contracts/events/sign-in";
import { lockedUntil, type SignInCommand, signInDecider } from "./decider.ts";

const whose = { audience: "admin", key: "key" } as const;
const at = 1_800_000_000_000;
const minute = 60_000;
const failed = (when: number): SignInEvent => ({ type: "SignInFailed", data: { ...whose, at: when } });
const failures = (count: number) => Array.from({ length: count }, (_, n) => failed(at + n));
const succeeded: SignInEvent = { type: "SignInSucceeded", data: { ...whose, subjectId: 7 } };
const fold = (events: SignInEvent[]) => events.reduce(signInDecider.evolve, signInDecider.initialState());
const decide = (events: SignInEvent[], command: SignInCommand) => signInDecider.decide(command, fold(events));
const attempt = (when: number): SignInCommand => ({ type: "CountAttempt", ...whose, at: when });

describe("an attempt", () => {
  test("counts as failed before it is compared, up to the tenth", () =>
    expect(decide(failures(9), attempt(at + 9))).toEqual([failed(at + 9)]));

  test("is not taken while the address waits", () => {
    expect(decide(failures(10), attempt(at + 9 + minute - 1))).toEqual([]);
    expect(decide(failures(10), attempt(at + 9 + minute))).toEqual([failed(at + 9 + minute)]);
  });

  test("the count begins anew after success, or a day without failure", () => {
    expect(fold([...failures(9), succeeded]).failures).toBe(0);
    expect(fold([...failures(12), failed(at + 25 * 60 * minute)]).failures).toBe(1);
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

test("a wait is recorded once for each count that brings one", () => {
  const record: SignInCommand = { type: "RecordLock", ...whose };
  const locked = (count: number): SignInEvent => ({
    type: "SignInLocked",
    data: { ...whose, until: lockedUntil(fold(failures(count))), failures: count },
  });
  expect(decide(failures(9), record)).toEqual([]);
  expect(decide(failures(10), record)).toEqual([locked(10)]);
  expect(decide([...failures(10), locked(10)], record)).toEqual([]);
});
