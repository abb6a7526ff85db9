import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  entryAllowance,
  entryLimits,
  type Failures,
  type Guesses,
  guessCosts,
  type Loss,
  triesLeft,
} from "./allowance.ts";

const minute = 60_000;
const hour = 60 * minute;
const now = 1_700_000_000_000;

const lost = (halfPoints: number, millisecondsAgo: number): Loss => ({
  halfPoints,
  at: now - millisecondsAgo,
});
const guesses = (count: number): Guesses => ({
  size: count,
  newest: (nth) => (nth > 0 && nth <= count ? { at: now - 30 * minute } : undefined),
});
const failures = (given: Partial<Failures>): Failures => ({
  account: [],
  source: guesses(0),
  everybody: guesses(0),
  more: 0,
  inFlight: 0,
  ...given,
});
const left = (given: Partial<Failures>) => triesLeft(failures(given), now);
const fullSource = guesses(entryLimits.source.guesses);

test.each([
  [0, 6],
  [8, 6],
  [10, 5],
  [16, 2],
  [19, 1],
  [20, 0],
])(
  "an account that has just lost %i half points has %i tries left, and then a break of 15 minutes",
  (lostNow, tries) => {
    expect(left({ account: [lost(lostNow, 0)] })).toEqual({ left: tries, breakSeconds: 15 * 60 });
  },
);

test("the break is counted from the account's first wrong PIN of the last 15 minutes", () => {
  expect(left({ account: [lost(2, 5 * minute), lost(14, 0)] })).toEqual({ left: 2, breakSeconds: 10 * 60 });
});

test("an account that has nearly used its points of a day has a break until the first of them is a day old", () => {
  expect(left({ account: [lost(36, 20 * hour)] })).toEqual({ left: 2, breakSeconds: 4 * 60 * 60 });
});

test("beyond the limit of its network an account has two tries, and then a break until the network is under its limit", () => {
  expect(left({ source: fullSource })).toEqual({ left: 2, breakSeconds: 30 * 60 });
  expect(left({ source: fullSource, account: [lost(3, 0)] })).toEqual({ left: 1, breakSeconds: 30 * 60 });
});

test("the tries left don't show how close the network and everybody together are to their limits", () => {
  const account = [lost(12, minute)];
  expect(left({ account, source: guesses(199), everybody: guesses(2_999), inFlight: 0 })).toEqual(
    left({ account }),
  );
});

describe("the promise of the tries left", () => {
  /** Losses of a day that an account can have: never more than its limits, oldest first. */
  const history = fc
    .array(
      fc.record({ halfPoints: fc.constantFrom(1, 2), ago: fc.integer({ min: 0, max: 24 * hour - 1 }) }),
      {
        maxLength: 30,
      },
    )
    .map((each) =>
      each.sort((one, other) => other.ago - one.ago).map(({ halfPoints, ago }) => lost(halfPoints, ago)),
    );
  /** The look-alikes of each next wrong PIN, and the price of each. */
  const next = fc.array(
    fc.record({
      price: fc.constantFrom(guessCosts.fresh, guessCosts.nearby),
      lookAlikes: fc.integer({ min: 0, max: 8 }),
    }),
    { minLength: 20, maxLength: 20 },
  );

  test("as many wrong PINs as promised are looked up, whatever they cost, and the break is never longer than promised", () => {
    fc.assert(
      fc.property(history, next, (account, wrong) => {
        const promised = triesLeft(failures({ account }), now);
        const losses = [...account];
        const allowance = () => entryAllowance(failures({ account: losses }), now);
        for (const [index, { price, lookAlikes }] of wrong.entries()) {
          if (allowance().codes === 0) {
            expect(index).toBeGreaterThanOrEqual(promised.left);
            expect(allowance().retryAfterSeconds).toBeLessThanOrEqual(promised.breakSeconds);
            return;
          }
          losses.push(lost(price, 0));
          for (
            let count = 0;
            count < lookAlikes && allowance().forLookAlikes >= guessCosts.nearby;
            count += 1
          )
            losses.push(lost(guessCosts.nearby, 0));
        }
        expect(allowance().codes).toBe(0);
      }),
    );
  });
});
