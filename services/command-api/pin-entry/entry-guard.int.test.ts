import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { fresh, limited, rightPin, TestEntryGuards } from "../testing/test-entry-guards.ts";

const minute = 60_000;
let guards: TestEntryGuards;
beforeEach(() => {
  guards = new TestEntryGuards();
});
afterEach(() => guards.store.close());

describe("an account", () => {
  test("a PIN of another account is recorded with its code, and a PIN that was never issued without", async () => {
    const [taken = "", unknown = ""] = fresh(2);
    guards.taken.add(taken);
    await guards.enter(guards.replica(), [taken, unknown]);
    expect((await guards.recorded()).map(({ type, data }) => ({ type, data }))).toMatchObject([
      { type: "PinEntryRefused", data: { code: taken } },
      { type: "PinEntryUnknown", data: expect.not.objectContaining({ code: unknown }) },
    ]);
  });

  test("a refused entry is recorded once, and does not make the wait longer", async () => {
    const guard = guards.replica();
    await guards.enter(guard, fresh(10));
    guards.advance(minute);
    for (let count = 1; count <= 5; count += 1)
      expect(await guards.enter(guard, [rightPin])).toEqual(limited(840));
    expect((await guards.recorded()).map(({ type }) => type)).toEqual([
      ...Array.from({ length: 10 }, () => "PinEntryUnknown"),
      "PinEntryPaused",
    ]);
    guards.advance(14 * minute);
    expect(await guards.enter(guard, [rightPin])).toEqual(["free"]);
  });

  test("one entry with many PINs gives no more guesses than many entries", async () => {
    expect(await guards.enter(guards.replica(), fresh(50))).toEqual(limited());
    expect(guards.looked).toHaveLength(10);
    expect(await guards.recorded()).toHaveLength(11);
  });
});

test("a repeated entry that is allowed more than the first time records what it looks up in addition", async () => {
  const guard = guards.replica();
  await guards.enter(guard, fresh(8, 20));
  guards.advance(10 * minute);
  const same = guards.context();
  expect(await guards.enter(guard, fresh(6), { context: same })).toEqual(limited(300));
  guards.advance(5 * minute);
  expect(await guards.enter(guard, fresh(6), { context: same })).toHaveLength(6);
  const wrong = (await guards.recorded()).filter(({ type }) => type === "PinEntryUnknown");
  expect(wrong).toHaveLength(8 + 6);
});
