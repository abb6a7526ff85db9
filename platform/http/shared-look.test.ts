import { expect, test } from "@jest/globals";
import { type Looked, sharedLook } from "./shared-look.ts";

function setUp() {
  let time = 0;
  const state = { looks: 0, found: { ready: true } as Looked };
  const look = sharedLook(
    async () => {
      state.looks += 1;
      return state.found;
    },
    () => time,
  );
  return { state, look, later: (milliseconds: number) => (time += milliseconds) };
}

test("many who ask share one look, and nobody looks while nobody asks", async () => {
  const { state, look, later } = setUp();
  expect(state.looks).toBe(0);
  await Promise.all(Array.from({ length: 50 }, () => look.current()));
  later(999);
  expect(await look.current()).toEqual({ ready: true });
  expect(state.looks).toBe(1);
  later(1);
  await look.current();
  expect(state.looks).toBe(2);
});

test("a store that is away is looked for once a second, work that is under way more often", async () => {
  const { state, look, later } = setUp();
  state.found = { ready: false, reason: "away" };
  await look.current();
  later(999);
  await look.current();
  expect(state.looks).toBe(1);
  later(1);
  state.found = { ready: false, reason: "catching up", soon: true };
  expect(await look.current()).toEqual({ ready: false, reason: "catching up" });
  later(100);
  await look.current();
  expect(state.looks).toBe(3);
});

test("what was found is forgotten where somebody knows better", async () => {
  const { state, look } = setUp();
  await look.current();
  state.found = { ready: false, reason: "full" };
  look.forget();
  expect(await look.current()).toEqual({ ready: false, reason: "full" });
});
