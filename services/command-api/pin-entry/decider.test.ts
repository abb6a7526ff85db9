import { describe, expect, test } from "@jest/globals";
import type { PinEntryEvent } from "@ornament/contracts/pin-entry/events";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import fc from "fast-check";
import {
  allowance,
  entryLimits,
  mayTryLookAlike,
  pinEntryDecider,
  triesLeft,
  type WrongPins,
} from "./decider.ts";

const { given } = specify(pinEntryDecider);

const minute = 60_000;
const hour = 60 * minute;
const now = 1_700_000_000_000;
const consumerId = 1;
const unknown = (form: string, at = now): PinEntryEvent => ({
  type: "PinEntryUnknown",
  data: { consumerId, code: "0000000", at, form },
});
const record = (...forms: string[]) =>
  ({
    type: "RecordWrong",
    consumerId,
    entered: forms.map((form) => ({ form, code: null })),
    at: now,
  }) as const;
/** This many different wrong PINs. */
const wrong = (count: number, at: number, first = 0): WrongPins =>
  Array.from({ length: count }, (_, index) => ({ at, form: `${first + index}` }));
const pastUnknown = (count: number, at: number) => wrong(count, at).map(({ form }) => unknown(form, at));

describe("a wrong PIN", () => {
  test("a wrong PIN is recorded without its code, and a PIN of another account with it", () => {
    given().decides(
      {
        ...record("a"),
        entered: [
          { form: "a", code: null },
          { form: "b", code: "TAKEN01" },
        ],
      },
      unknown("a"),
      {
        type: "PinEntryRefused",
        data: { consumerId, code: "TAKEN01", at: now, form: "b" },
      },
    );
  });

  test("the same wrong PIN within 24 hours is recorded once", () => {
    given(unknown("a", now - 23 * hour)).decides(record("a"));
    given(unknown("a", now - 24 * hour)).decides(record("a"), unknown("a"));
  });

  test("the wrong PIN that reaches a limit is recorded with the end of the pause", () => {
    given(pastUnknown(9, now - 5 * minute)).decides(record("a"), unknown("a"), {
      type: "PinEntryPaused",
      data: { consumerId, at: now, until: now + 10 * minute },
    });
  });

  test("a wrong PIN that a former build recorded without its time does not count", () => {
    given(Array(20).fill({ type: "PinEntryRefused", data: { consumerId, code: "TAKEN01" } })).decides(
      record("a"),
      unknown("a"),
    );
  });

  test("wrong PINs beyond the limit, which another replica has used up, are refused", () => {
    given(pastUnknown(9, now)).refuses(record("a", "b"), "pin_entry_limited");
  });
});

describe("the wrong PINs that an account may enter", () => {
  test.each([
    [wrong(0, now), 10, 0],
    [wrong(9, now), 1, 0],
    [wrong(10, now - 5 * minute), 0, 10 * minute],
    [wrong(10, now - 15 * minute), 10, 0],
    [wrong(20, now - 2 * hour), 0, 22 * hour],
    [[...wrong(10, now - 23 * hour), ...wrong(10, now - 5 * minute, 10)], 0, hour],
    // A clock that was an hour ahead makes nobody wait.
    [wrong(10, now + hour), 10, 0],
  ])("case %#", (past, left, wait) => expect(allowance(past, 0, now)).toEqual({ left, wait }));

  test("while its network is over the limit an account may correct a mistype, and then waits for the network", () => {
    expect(allowance([], 18_000, now)).toEqual({ left: 2, wait: 0 });
    expect(allowance(wrong(2, now), 18_000, now)).toEqual({ left: 0, wait: 18_000 });
    expect(allowance(wrong(10, now), 18_000, now)).toEqual({ left: 0, wait: 15 * minute });
  });

  test("look-alikes use only the first half of each limit, and none while the network is over its limit", () => {
    expect(mayTryLookAlike(wrong(4, now), 0, now)).toBe(true);
    expect(mayTryLookAlike(wrong(5, now), 0, now)).toBe(false);
    expect(mayTryLookAlike(wrong(10, now - hour), 0, now)).toBe(false);
    expect(mayTryLookAlike([], 1, now)).toBe(false);
  });
});

describe("the tries left", () => {
  test.each([
    [0, 6],
    [4, 6],
    [5, 5],
    [9, 1],
    [10, 0],
  ])("after %i wrong PINs an account has %i tries left, and then a break of 15 minutes", (count, left) =>
    expect(triesLeft(wrong(count, now), 0, now)).toEqual({ left, breakSeconds: 15 * 60 }),
  );

  const history = fc
    .array(fc.integer({ min: 0, max: 24 * hour - 1 }), { maxLength: 30 })
    .map((ago) => ago.sort((one, other) => other - one).map((each, n) => ({ at: now - each, form: `${n}` })));
  const lookAlikes = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 20, maxLength: 20 });

  test("as many wrong PINs as promised are looked up, however many look-alikes they have, and the break is never longer", () => {
    fc.assert(
      fc.property(history, lookAlikes, (past, next) => {
        const promised = triesLeft(past, 0, now);
        const all = [...past];
        const add = () => all.push({ at: now, form: "" });
        for (const [index, tried] of next.entries()) {
          const { left, wait } = allowance(all, 0, now);
          if (left === 0) {
            expect(index).toBeGreaterThanOrEqual(promised.left);
            expect(wait).toBeLessThanOrEqual(promised.breakSeconds * 1000);
            return;
          }
          add();
          for (let count = 0; count < tried && mayTryLookAlike(all, 0, now); count += 1) add();
        }
        expect(allowance(all, 0, now).left).toBe(0);
      }),
    );
  });
});

test("an account that guesses as soon as it may gets 20 guesses in any 24 hours", () => {
  const times: number[] = [];
  let at = now;
  while (at < now + 3 * 24 * hour) {
    const past = times.map((time, n) => ({ at: time, form: `${n}` }));
    const { left, wait } = allowance(past, 0, at);
    if (left > 0) times.push(at);
    else at += wait;
  }
  const inADay = (from: number) => times.filter((time) => time >= from && time < from + 24 * hour).length;
  expect(Math.max(...times.map(inADay))).toBe(entryLimits.account[1].wrongPins);
});
