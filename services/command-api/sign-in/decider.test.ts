import { describe, expect, test } from "@jest/globals";
import type { SignInEvent } from "@ornament/contracts/sign-in/events";
import { factsOf, specify } from "@ornament/platform/commands/testing/decider-specification";
import { lockedUntil, type SignInCommand, signInDecider } from "./decider.ts";

const { fold, given } = specify(signInDecider);

const address = { audience: "admin", key: "key" } as const;
const at = 1_800_000_000_000;
const minute = 60_000;
const fact = factsOf<SignInEvent>()(address);
const failed = (when: number, failures?: number) =>
  fact("SignInFailed", { at: when, ...(failures === undefined ? {} : { failures }) });
const failures = (count: number) => Array.from({ length: count }, (_, n) => failed(at + n, n + 1));
const succeeded = fact("SignInSucceeded", { subjectId: 7 });
const attempt = (when: number): SignInCommand => ({ type: "CountAttempt", ...address, at: when });

describe("an attempt to sign in", () => {
  test("an attempt to sign in is counted as failed before its password is compared", () =>
    given(failures(9)).decides(attempt(at + 9), failed(at + 9, 10)));

  test("an attempt to sign in is not counted while its email address is locked", () => {
    const locked = given(failures(10));
    locked.decides(attempt(at + 9 + minute - 1));
    locked.decides(attempt(at + 9 + minute), failed(at + 9 + minute, 11));
  });

  test("a lock recorded by a clock that is an hour ahead ends when the clock is corrected, and the next failure locks for its own time", () => {
    const hourAhead = given(failures(10).map((_, n) => failed(at + 60 * minute, n + 1)));
    hourAhead.decides(attempt(at), failed(at, 11));
    hourAhead.decides(attempt(at + 60 * minute));
  });

  test("clocks that differ by seconds do not end a lock", () =>
    given(failures(10)).decides(attempt(at - 5_000)));

  test("failed sign-ins are counted from one again after a success or a day without a failure", () => {
    expect(fold([...failures(9), succeeded]).failures).toBe(0);
    const later = at + 25 * 60 * minute;
    given(failures(9)).decides(attempt(later), failed(later, 1));
  });

  test("the newest failed sign-in of an email address has their number", () => {
    expect(fold(failures(12).slice(-1))).toEqual(fold(failures(12)));
  });

  test("failed sign-ins recorded without a count are counted one by one", () => {
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
])("after %d failed sign-ins an email address is locked for %d minutes", (count, minutes) => {
  const expected = minutes === 0 ? 0 : at + count - 1 + minutes * minute;
  expect(lockedUntil(fold(failures(count)))).toBe(expected);
});

test("the record of a lock does not change the count of failed sign-ins, also when it is written twice", () => {
  const locked = fact("UnknownAddressLocked", { until: at, failures: 10 });
  expect(fold([...failures(10), locked, locked])).toEqual(fold(failures(10)));
});

describe("the lock of an email address", () => {
  const record = (subjectId: number | null, knownBrowser = false): SignInCommand => ({
    type: "RecordLock",
    ...address,
    subjectId,
    knownBrowser,
  });

  test("a lock is recorded with its end, the count, the account and the kind of browser", () => {
    given(failures(9)).decides(record(7));
    const data = { ...address, until: at + 9 + minute, failures: 10, subjectId: 7 };
    const locked = given(failures(10));
    locked.decides(record(7), { type: "SignInLocked", data: { ...data, knownBrowser: false } });
    locked.decides(record(7, true), { type: "SignInLocked", data: { ...data, knownBrowser: true } });
  });

  test("the first of several locks of an email address without an account is recorded without the address, and the later ones expire", () => {
    const lock = { audience: address.audience, until: at + 9 + minute, failures: 10 };
    given(failures(10)).decides(record(null), { type: "SignInLockedWithoutAccount", data: lock });
    const later = { ...address, until: at + 10 + 2 * minute, failures: 11 };
    given(failures(11)).decides(record(null), { type: "UnknownAddressLocked", data: later });
  });

  test("the System action log shows each lock of an account that is longer than the one before, and then every 24th failure", () => {
    const isShown = (count: number) =>
      signInDecider.decide(record(7), fold(failures(count)))[0]?.type === "SignInLocked";
    const counts = Array.from({ length: 100 }, (_, n) => n + 1).filter(isShown);
    expect(counts).toEqual([10, 11, 12, 13, 14, 15, 16, 24, 48, 72, 96]);
  });
});
