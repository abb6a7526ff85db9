import { expect, test } from "@jest/globals";
import { type CheckResult, sharedCheck } from "./shared-check.ts";

function setUp() {
  let time = 0;
  const state = { checks: 0, found: { ready: true } as CheckResult };
  const check = sharedCheck(
    async () => {
      state.checks += 1;
      return state.found;
    },
    () => time,
  );
  return { state, check, later: (milliseconds: number) => (time += milliseconds) };
}

test("many callers share one check, and no check is made without a caller", async () => {
  const { state, check, later } = setUp();
  expect(state.checks).toBe(0);
  await Promise.all(Array.from({ length: 50 }, () => check.current()));
  later(999);
  expect(await check.current()).toEqual({ ready: true });
  expect(state.checks).toBe(1);
  later(1);
  await check.current();
  expect(state.checks).toBe(2);
});

test("an unavailable store is checked once a second, and a service that is almost ready more often", async () => {
  const { state, check, later } = setUp();
  state.found = { ready: false, reason: "away" };
  await check.current();
  later(999);
  await check.current();
  expect(state.checks).toBe(1);
  later(1);
  state.found = { ready: false, reason: "catching up", soon: true };
  expect(await check.current()).toEqual({ ready: false, reason: "catching up" });
  later(100);
  await check.current();
  expect(state.checks).toBe(3);
});

test("after forget() the next caller gets a fresh result", async () => {
  const { state, check } = setUp();
  await check.current();
  state.found = { ready: false, reason: "full" };
  check.forget();
  expect(await check.current()).toEqual({ ready: false, reason: "full" });
});
