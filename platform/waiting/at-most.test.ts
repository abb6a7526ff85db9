import { expect, test } from "@jest/globals";
import { oneAtATime } from "./at-most.ts";
import { gate } from "./testing/gate.ts";

test("tasks with the same key run one after another, also after one fails, and tasks with another key do not wait", async () => {
  const inTurn = oneAtATime();
  const order: string[] = [];
  const { open: release, opened: held } = gate();
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
