import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { fresh, rightPin, TestEntryGuards } from "../testing/test-entry-guards.ts";

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
