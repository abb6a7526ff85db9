import { expect, test } from "@jest/globals";
import { type ErrorCode, Refusal } from "@ornament/contracts/routes/errors";
import { createHoldBack } from "./hold-back.ts";

function testHoldBack() {
  const ends: (() => void)[] = [];
  const pauses: number[] = [];
  const clock = { now: 0 };
  const pause = (milliseconds: number) => {
    pauses.push(milliseconds);
    return new Promise<void>((end) => ends.push(end));
  };
  const holdBack = createHoldBack(pause, () => clock.now);
  const refuse = (code: ErrorCode) =>
    holdBack(() => Promise.reject(new Refusal(code))).catch((error) => error.code);
  const turn = () => new Promise<"held">((resolve) => setImmediate(resolve, "held"));
  const now = (outcome: Promise<unknown>) => Promise.race([outcome, turn()]);
  return { ends, pauses, clock, holdBack, refuse, now, turn };
}

test.each(["too_many_requests", "busy"] as const)(
  "the refusal %s is delayed and then answered",
  async (code) => {
    const { ends, refuse, now } = testHoldBack();
    const outcome = refuse(code);
    expect(await now(outcome)).toBe("held");
    for (const end of ends) end();
    expect(await outcome).toBe(code);
  },
);

test("answers and other refusals are not delayed", async () => {
  const { holdBack, refuse, now } = testHoldBack();
  expect(await now(holdBack(async () => "answer"))).toBe("answer");
  expect(await now(refuse("sign_in_failed"))).toBe("sign_in_failed");
  expect(await now(refuse("unavailable"))).toBe("unavailable");
});

test("many delayed refusals wait longer than one, so that about 50 a second are answered", async () => {
  const { ends, pauses, refuse, turn } = testHoldBack();
  const outcomes = Array.from({ length: 400 }, () => refuse("busy"));
  await turn();
  expect([pauses[0], pauses[99], pauses[199], pauses[399]]).toEqual([250, 2_000, 3_000, 3_000]);
  for (const end of ends) end();
  await Promise.all(outcomes);
});

test("a refusal's delay is shorter by the time that the caller has waited already", async () => {
  const { ends, pauses, clock, holdBack, now } = testHoldBack();
  const refusedAfter = (milliseconds: number) =>
    holdBack(async () => {
      clock.now += milliseconds;
      throw new Refusal("busy");
    }).catch((error) => error.code);
  expect(await now(refusedAfter(2_000))).toBe("busy");
  expect(await now(refusedAfter(100))).toBe("held");
  expect(pauses).toEqual([150]);
  for (const end of ends) end();
});

test("while 500 refusals are delayed, another one is answered immediately", async () => {
  const { ends, refuse, now, turn } = testHoldBack();
  const outcomes = Array.from({ length: 500 }, () => refuse("busy"));
  await turn();
  expect(await now(refuse("busy"))).toBe("busy");
  for (const end of ends) end();
  await Promise.all(outcomes);
  expect(await now(refuse("busy"))).toBe("held");
  ends.at(-1)?.();
});
