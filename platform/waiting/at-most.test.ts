import { expect, test } from "@jest/globals";
import { oneAtATime } from "./at-most.ts";

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
