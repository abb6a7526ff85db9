import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { fresh, limited, rightPin, TestEntryGuards } from "../testing/test-entry-guards.ts";

const minute = 60_000;
let guards: TestEntryGuards;
beforeEach(() => {
  guards = new TestEntryGuards();
});
afterEach(() => guards.store.close());

test("accounts in one network have only 200 wrong PINs looked up in an hour, and at most two each after that", async () => {
  const guard = guards.replica();
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => guards.enter(guard, fresh(10), { consumerId: 100 + index })),
  );
  expect(guards.looked.length).toBeGreaterThanOrEqual(200);
  expect(guards.looked.length).toBeLessThanOrEqual(200 + 30 * 2);
});

test("accounts that guess at the same time from many networks have only 3,000 wrong PINs looked up, and at most two each after that", async () => {
  const guard = guards.replica();
  await Promise.all(
    Array.from({ length: 310 }, (_, index) =>
      guards.enter(guard, fresh(10), { consumerId: 100 + index, ip: `10.0.${index >> 8}.${index & 255}` }),
    ),
  );
  expect(guards.looked.length).toBeGreaterThanOrEqual(3000);
  expect(guards.looked.length).toBeLessThanOrEqual(3000 + 310 * 2);
});

test("the program log says once an hour that the wrong PINs of all accounts have reached their limit", async () => {
  const guard = guards.replica();
  for (let address = 1; address <= 15; address += 1)
    await guards.flood(guard, `192.0.2.${address}`, address * 1000);
  expect(guards.warn).not.toHaveBeenCalled();
  for (let count = 1; count <= 3; count += 1) expect(await guards.enter(guard, [rightPin])).toEqual(["free"]);
  expect(guards.warn).toHaveBeenCalledTimes(1);
  expect(guards.warn).toHaveBeenCalledWith(expect.stringContaining("everybody"));
});

test("an entry with many PINs gives no more guesses than many entries, and refused entries record nothing and make the wait no longer", async () => {
  const guard = guards.replica();
  expect(await guards.enter(guard, fresh(50))).toEqual(limited());
  expect(guards.looked).toHaveLength(10);
  guards.advance(minute);
  for (let n = 0; n < 5; n += 1) expect(await guards.enter(guard, [rightPin])).toEqual(limited(840));
  expect(await guards.recorded()).toHaveLength(11);
  guards.advance(14 * minute);
  expect(await guards.enter(guard, [rightPin])).toEqual(["free"]);
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
