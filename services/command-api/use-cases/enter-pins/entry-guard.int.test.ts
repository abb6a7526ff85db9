import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import { fresh, limited, rightPin, TestEntryGuards } from "../../testing/test-entry-guards.ts";
import { freshCode } from "../../testing/wrong-pins.ts";

const minute = 60_000;
const hour = 60 * minute;
let guards: TestEntryGuards;
beforeEach(() => {
  guards = new TestEntryGuards();
});
afterEach(() => guards.store.close());

describe("an account", () => {
  test("after ten fresh wrong PINs an account's next PIN is not looked up, and the answer says how long to wait", async () => {
    const guard = guards.replica();
    for (const code of fresh(10)) expect(await guards.enter(guard, [code])).toEqual(["unrecognised"]);
    guards.looked.length = 0;
    guards.advance(5 * minute);
    const refusal = await guards.enter(guard, [rightPin]);
    expect(refusal).toEqual(limited(600));
    expect(refusal).toMatchObject({
      message: "Too many wrong PINs. Try again in 10 minutes, or contact us.",
    });
    expect(guards.looked).toEqual([]);
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

  test("the same wrong PIN again costs nothing, after any number of tries", async () => {
    const guard = guards.replica();
    for (let count = 1; count <= 30; count += 1) {
      expect(await guards.enter(guard, ["AAAA333"])).toEqual(["unrecognised"]);
    }
    expect(await guards.recorded()).toHaveLength(1);
  });

  test("an account with twenty wrong PINs in a day waits until the first of them is a day old", async () => {
    const guard = guards.replica();
    await guards.enter(guard, fresh(10));
    guards.advance(hour);
    await guards.enter(guard, fresh(10, 10));
    guards.advance(hour);
    expect(await guards.enter(guard, [rightPin])).toEqual(limited(22 * 3600));
    expect(await guards.enter(guards.replica(), [rightPin])).toEqual(limited(22 * 3600));
    guards.advance(22 * hour);
    expect(await guards.enter(guard, [rightPin])).toEqual(["free"]);
  });

  test("one entry with many PINs gives no more guesses than many entries", async () => {
    expect(await guards.enter(guards.replica(), fresh(50))).toEqual(limited());
    expect(guards.looked).toHaveLength(10);
    expect(await guards.recorded()).toHaveLength(11);
  });

  test("fifty right PINs in one entry are accepted", async () => {
    const codes = Array.from({ length: 50 }, (_, index) => `R${freshCode(index).slice(1)}`);
    expect(await guards.enter(guards.replica(), codes)).toEqual(codes.map(() => "free"));
    expect(await guards.recorded()).toEqual([]);
  });

  test("entries at the same time give an account no more guesses", async () => {
    const guard = guards.replica();
    const entries = await Promise.all(
      fresh(30).map((code, index) => guards.enter(guard, [code], { ip: `192.0.2.${index}` })),
    );
    expect(entries.filter((entry) => !(entry instanceof Refusal))).toHaveLength(10);
    const types = (await guards.recorded()).map(({ type }) => type);
    expect(types).toEqual([...Array(10).fill("PinEntryUnknown"), "PinEntryPaused"]);
  });
});

test("another replica counts the same wrong PINs", async () => {
  await guards.enter(guards.replica(), fresh(10));
  expect(await guards.enter(guards.replica(), [rightPin])).toEqual(limited());
});

describe("a repeated entry", () => {
  test("a repeated entry of a wrong PIN is counted once", async () => {
    const guard = guards.replica();
    const same = guards.context();
    for (let count = 1; count <= 8; count += 1) {
      expect(await guards.enter(guard, ["AAAA333"], { context: same })).toEqual(["unrecognised"]);
    }
    expect(await guards.recorded()).toHaveLength(1);
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
});
