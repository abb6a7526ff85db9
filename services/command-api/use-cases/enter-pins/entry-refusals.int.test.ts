import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { PinEntryEvent } from "@ornament/contracts/events/pin-entry";
import { fresh, limited, rightPin, TestEntryGuards } from "../../testing/test-entry-guards.ts";

const minute = 60_000;
const consumerId = 1;
const [taken = "", unknown = "", other = ""] = fresh(3);

let guards: TestEntryGuards;
beforeEach(() => {
  guards = new TestEntryGuards();
  guards.taken.add(taken);
});
afterEach(() => guards.store.close());

const kept = async (...types: PinEntryEvent["type"][]) =>
  (await guards.recorded(consumerId)).filter(({ type }) => types.includes(type));

describe("the record of refused entries of PINs", () => {
  test("a PIN of another account is recorded once in a day for the account", async () => {
    const guard = guards.replica();
    expect(await guards.enter(guard, [taken])).toEqual(["of-another-account"]);
    await guards.enter(guard, [taken]);
    await guards.enter(guards.replica(), [taken]);
    expect(await guards.recorded()).toMatchObject([
      { type: "PinEntryRefused", data: { consumerId, code: taken } },
    ]);
    guards.advance(24 * 60 * minute);
    await guards.enter(guard, [taken]);
    expect(await kept("PinEntryRefused")).toHaveLength(2);
  });

  test("a PIN that was never issued leaves no record, and as many events as a PIN of another account", async () => {
    const guard = guards.replica();
    await guards.enter(guard, [unknown, taken, other]);
    expect(await kept("PinEntryRefused")).toHaveLength(1);
    expect(await kept("PinEntryUnknown")).toHaveLength(2);
    await guards.enter(guard, [unknown, taken, other]);
    expect(await guards.recorded()).toHaveLength(3);
  });

  test("a pause is recorded once, with its end", async () => {
    const guard = guards.replica();
    await guards.enter(guard, fresh(10, 10));
    for (let count = 1; count <= 3; count += 1) {
      expect(await guards.enter(guard, [rightPin])).toEqual(limited());
    }
    const at = guards.now.getTime();
    expect(await kept("PinEntryPaused")).toMatchObject([
      { type: "PinEntryPaused", data: { consumerId, at, until: at + 15 * minute } },
    ]);
  });

  test("an account adds no more records than it may enter wrong PINs, also with PINs of other accounts only", async () => {
    const guard = guards.replica();
    for (const code of fresh(200)) guards.taken.add(code);
    for (const code of fresh(200)) await guards.enter(guard, [code]);
    expect(await kept("PinEntryRefused")).toHaveLength(10);
    expect(await kept("PinEntryPaused")).toHaveLength(1);
  });
});
