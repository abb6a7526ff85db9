import { describe, expect, test } from "@jest/globals";
import { entryAllowance, entryLimits, type Failures, type Guesses, type Loss } from "./allowance.ts";

const minute = 60_000;
const hour = 60 * minute;
const now = 1_700_000_000_000;

const lost = (halfPoints: number, millisecondsAgo: number): Loss => ({
  halfPoints,
  at: now - millisecondsAgo,
});
const guesses = (count: number, minutesAgo = 30): Guesses => ({
  size: count,
  newest: (nth) => (nth > 0 && nth <= count ? { at: now - minutesAgo * minute } : undefined),
});
const allowance = (failures: Partial<Failures>, at = now) =>
  entryAllowance(
    { account: [], source: guesses(0), everybody: guesses(0), more: 0, inFlight: 0, ...failures },
    at,
  );
const waits = (minutes: number) => ({ codes: 0, retryAfterSeconds: minutes * 60 });
const fullSource = guesses(entryLimits.source.guesses);
const fullCrowd = guesses(entryLimits.everybody.guesses);

describe("the points of an account", () => {
  test("an account without failures may have ten fresh PINs looked up at the same time", () => {
    expect(allowance({})).toMatchObject({ codes: 10, retryAfterSeconds: 0 });
  });

  test("an account that lost nine and a half points in 15 minutes may try one more PIN", () => {
    expect(allowance({ account: [lost(19, 5 * minute)] }).codes).toBe(1);
  });

  test("an account that lost ten points waits until enough of them are 15 minutes old", () => {
    const account = [lost(2, 14 * minute), lost(8, 10 * minute), lost(10, minute)];
    expect(allowance({ account })).toMatchObject(waits(1));
    expect(allowance({ account }, now + minute).codes).toBe(1);
    expect(allowance({ account: [...account, lost(2, 0)] })).toMatchObject(waits(5));
  });

  test("an account that lost twenty points in a day waits until the first of them is 24 hours old", () => {
    const account = [lost(2, 23 * hour), lost(20, 20 * hour), lost(18, 16 * minute)];
    expect(allowance({ account })).toMatchObject(waits(60));
    expect(allowance({ account }, now + hour).codes).toBe(1);
  });

  test("points that were lost while the clock was an hour ahead do not make an account wait", () => {
    expect(allowance({ account: [lost(20, -hour)] })).toMatchObject({ codes: 10, retryAfterSeconds: 0 });
    expect(allowance({ account: [lost(20, -5_000)] }).codes).toBe(0);
  });

  test("a refused entry costs no points", () => {
    expect(allowance({ account: [lost(0, 0), lost(0, 0)] }).codes).toBe(10);
  });
});

describe("wrong PINs of other accounts", () => {
  test("a network with 199 wrong PINs in an hour has one more looked up", () => {
    expect(allowance({ source: guesses(199) })).toMatchObject({ codes: 1, retryAfterSeconds: 0 });
  });

  test.each([
    ["its address", { source: fullSource }],
    ["everybody together", { everybody: fullCrowd }],
  ])("beyond the limit of %s an account without failures still enters PINs", (_limit, others) => {
    expect(allowance(others)).toMatchObject({ codes: 2, retryAfterSeconds: 0 });
  });

  test("beyond the limit of its network an account can correct a mistype", () => {
    expect(allowance({ source: fullSource, account: [lost(2, minute), lost(1, 0)] }).codes).toBe(1);
  });

  test("beyond the limit of its network an account that lost two points in a day waits for the network", () => {
    const account = [lost(2, 20 * hour), lost(2, 19 * hour)];
    expect(allowance({ source: fullSource, account })).toMatchObject(waits(30));
  });

  test("beyond the limit of its network an account waits no longer than for its own points", () => {
    const account = [lost(4, 24 * hour - 10 * minute)];
    expect(allowance({ source: fullSource, account })).toMatchObject(waits(10));
  });

  test("an account that waits for its own points is not allowed to try earlier by its network", () => {
    expect(allowance({ source: fullSource, account: [lost(40, hour)] })).toMatchObject(waits(23 * 60));
  });

  test("the guesses that other entries are making count towards the total and not for the network", () => {
    const account = [lost(4, 0)];
    expect(allowance({ source: guesses(199), everybody: guesses(2990), inFlight: 9, account }).codes).toBe(1);
    expect(allowance({ everybody: guesses(2990), inFlight: 10, account })).toMatchObject(waits(30));
  });

  test("the guesses of the entry itself count for its network", () => {
    const account = [lost(4, 0)];
    expect(allowance({ source: guesses(199), account }).codes).toBe(1);
    expect(allowance({ source: guesses(199), account, more: 1 })).toMatchObject(waits(30));
    expect(allowance({ source: fullSource, account, more: -1 }).codes).toBe(1);
  });
});

describe("look-alikes", () => {
  test("look-alikes may use half of an account's points, so that the other half is left for typed PINs", () => {
    expect(allowance({}).forLookAlikes).toBe(10);
    expect(allowance({ account: [lost(9, 0)] }).forLookAlikes).toBe(1);
    expect(allowance({ account: [lost(10, 0)] }).forLookAlikes).toBe(0);
    expect(allowance({ account: [lost(18, hour)] }).forLookAlikes).toBe(2);
  });

  test.each([
    ["address", { source: guesses(entryLimits.source.guesses / 2) }],
    ["everybody", { everybody: guesses(entryLimits.everybody.guesses / 2) }],
  ])("look-alikes are not looked up after half of the limit of %s is used", (_limit, others) => {
    expect(allowance(others)).toMatchObject({ forLookAlikes: 0, codes: 10 });
  });
});
