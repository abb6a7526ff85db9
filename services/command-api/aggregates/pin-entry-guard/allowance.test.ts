import { describe, expect, test } from "@jest/globals";
import { type EntryFailure, entryAllowance, entryLimits } from "./allowance.ts";

const minute = 60_000;
const now = 1_700_000_000_000;
const who = { consumerId: 1, source: "home" };
const failed = (minutesAgo: number, more: Partial<EntryFailure> = {}): EntryFailure => ({
  ...who,
  at: now - minutesAgo * minute,
  ...more,
});
const times = (count: number, failure: (index: number) => EntryFailure) =>
  Array.from({ length: count }, (_, index) => failure(index));

describe("wrong PINs of an account", () => {
  test("an account may enter five wrong PINs in 15 minutes", () => {
    expect(entryAllowance([], who, now).left).toBe(5);
    expect(
      entryAllowance(
        times(4, () => failed(1)),
        who,
        now,
      ).left,
    ).toBe(1);
  });
  test("after five wrong PINs an account has to wait until the first is 15 minutes old", () => {
    const failures = [failed(10), ...times(4, () => failed(1))];
    expect(entryAllowance(failures, who, now)).toEqual({
      left: 0,
      retryAfterSeconds: 5 * 60,
      countsRefusal: true,
    });
    expect(entryAllowance(failures, who, now + 5 * minute).left).toBe(1);
  });
  test("after six recorded failures an account has to wait until the second is 15 minutes old", () => {
    const failures = [failed(10), failed(8), ...times(4, () => failed(1))];
    expect(entryAllowance(failures, who, now)).toEqual({
      left: 0,
      retryAfterSeconds: 7 * 60,
      countsRefusal: false,
    });
  });
  test("an account is not limited by the wrong PINs of other accounts at other addresses", () => {
    const others = times(9, (index) => failed(1, { consumerId: 2 + index, source: `other ${index}` }));
    expect(entryAllowance(others, who, now).left).toBe(5);
  });
});

describe("wrong PINs at an address", () => {
  const fromHome = (count: number) => times(count, (index) => failed(30, { consumerId: 10 + index }));
  test("all accounts at one address may enter twenty wrong PINs an hour", () => {
    expect(entryAllowance(fromHome(19), who, now).left).toBe(1);
    expect(entryAllowance(fromHome(20), who, now)).toEqual({
      left: 0,
      retryAfterSeconds: 30 * 60,
      countsRefusal: true,
    });
  });
  test("wrong PINs at one address do not limit the account at another address", () => {
    expect(entryAllowance(fromHome(20), { consumerId: 1, source: "away" }, now).left).toBe(5);
  });
});

test("the number of wrong PINs is limited over all accounts and addresses", () => {
  const crowd = times(entryLimits.everybody.failures, (index) =>
    failed(59, { consumerId: 10 + index, source: `address ${index}` }),
  );
  expect(entryAllowance(crowd, who, now)).toEqual({ left: 0, retryAfterSeconds: 60, countsRefusal: false });
  expect(entryAllowance(crowd.slice(1), who, now).left).toBe(1);
});
