import { expect, test } from "@jest/globals";
import { oneAtATime, sharedRuns } from "./at-most.ts";

test("tasks with the same key run one after another, also after one fails, and tasks with another key do not wait", async () => {
  const inTurn = oneAtATime();
  const order: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = inTurn("a", async () => {
    await held;
    order.push("a1");
    throw new Error("failed");
  });
  const second = inTurn("a", async () => order.push("a2"));
  await inTurn("b", async () => order.push("b1"));
  release();
  await expect(first).rejects.toThrow("failed");
  await second;
  expect(order).toEqual(["b1", "a1", "a2"]);
});

test("those who ask while a run is in progress share the next one, which begins after they asked, also after a failure", async () => {
  const share = sharedRuns();
  const answers: ((answer: string | Error) => void)[] = [];
  const ask = () =>
    share(
      "a",
      () =>
        new Promise<string>((resolve, reject) => {
          answers.push((answer) => (typeof answer === "string" ? resolve(answer) : reject(answer)));
        }),
    );
  const first = ask();
  await Promise.resolve();
  const later = Promise.allSettled([ask(), ask()]);
  await expect(share("b", async () => "other")).resolves.toBe("other");
  expect(answers).toHaveLength(1);
  answers[0]?.(new Error("failed"));
  await expect(first).rejects.toThrow("failed");
  expect(answers).toHaveLength(2);
  answers[1]?.("answer");
  const fulfilled = { status: "fulfilled", value: "answer" };
  expect(await later).toEqual([fulfilled, fulfilled]);
  const fourth = ask();
  await Promise.resolve();
  answers[2]?.("fresh");
  await expect(fourth).resolves.toBe("fresh");
});
