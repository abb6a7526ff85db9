import { expect, test } from "@jest/globals";
import { type ErrorCode, Refusal } from "@ornament/contracts/errors";
import { createHoldBack } from "./hold-back.ts";

function testHoldBack() {
  const ends: (() => void)[] = [];
  const pauses: number[] = [];
  const holdBack = createHoldBack((milliseconds) => {
    pauses.push(milliseconds);
    return new Promise<void>((end) => ends.push(end));
  });
  const refuse = (code: ErrorCode) =>
    holdBack(() => Promise.reject(new Refusal(code))).catch((error) => error.code);
  const turn = () => new Promise<"held">((resolve) => setImmediate(resolve, "held"));
  const now = (outcome: Promise<unknown>) => Promise.race([outcome, turn()]);
  return { ends, pauses, holdBack, refuse, now, turn };
}

test.each(["too_many_requests", "busy"] as const)("%s is held back, then answered", async (code) => {
  const { ends, refuse, now } = testHoldBack();
  const outcome = refuse(code);
  expect(await now(outcome)).toBe("held");
  for (const end of ends) end();
  expect(await outcome).toBe(code);
});

test("answers and other refusals go at once", async () => {
  const { holdBack, refuse, now } = testHoldBack();
  expect(await now(holdBack(async () => "answer"))).toBe("answer");
  expect(await now(refuse("sign_in_failed"))).toBe("sign_in_failed");
  expect(await now(refuse("unavailable"))).toBe("unavailable");
});

test("one is held for a moment, many for longer, so that some 50 a second leave", async () => {
  const { ends, pauses, refuse, turn } = testHoldBack();
  const outcomes = Array.from({ length: 400 }, () => refuse("busy"));
  await turn();
  expect([pauses[0], pauses[99], pauses[199], pauses[399]]).toEqual([250, 2_000, 3_000, 3_000]);
  for (const end of ends) end();
  await Promise.all(outcomes);
});

test("the 501st at a time goes at once", async () => {
  const { ends, refuse, now, turn } = testHoldBack();
  const outcomes = Array.from({ length: 500 }, () => refuse("busy"));
  await turn();
  expect(await now(refuse("busy"))).toBe("busy");
  for (const end of ends) end();
  await Promise.all(outcomes);
  expect(await now(refuse("busy"))).toBe("held");
  ends.at(-1)?.();
});
