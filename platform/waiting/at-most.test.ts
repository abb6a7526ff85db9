import { expect, test } from "@jest/globals";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { within, withinDeadline } from "../deadline/deadline.ts";
import { StallingLog } from "../eventstore/testing/stalling-log.ts";
import { raised, testDefinitions, testMetadata } from "../eventstore/testing/test-events.ts";
import { oneAtATime, sharedRuns } from "./at-most.ts";
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
  const [second, third] = [ask(), ask()];
  await expect(share("b", async () => "other")).resolves.toBe("other");
  expect(answers).toHaveLength(1);
  answers[0]?.(new Error("failed"));
  await expect(first).rejects.toThrow("failed");
  expect(answers).toHaveLength(2);
  answers[1]?.("answer");
  await expect(Promise.all([second, third])).resolves.toEqual(["answer", "answer"]);
  const fourth = ask();
  await Promise.resolve();
  answers[2]?.("fresh");
  await expect(fourth).resolves.toBe("fresh");
});

const never = () => new Promise<never>(() => undefined);

function stalling() {
  const log = new StallingLog();
  const store = createInMemoryEventStore({ definitions: testDefinitions, log });
  return { log, append: () => store.append("counter-1", "any", [raised(1)], testMetadata) };
}

test("requests in a queue behind an unanswered request all end at their deadlines, and only the first has called the store", async () => {
  const { log, append } = stalling();
  log.stalled = true;
  const runInOrder = oneAtATime();
  const queue = Array.from({ length: 40 }, () => withinDeadline(1_000, () => runInOrder("stream", append)));
  // One after another, the second request would end when a deadline from the end of the first one passes.
  const oneAfterAnother = queue[0]?.then(
    () => [],
    () => withinDeadline(1_000, never).catch(() => []),
  );
  const outcomes = (await Promise.race([Promise.allSettled(queue), oneAfterAnother])) ?? [];
  expect(outcomes).toHaveLength(40);
  const codes = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "done"));
  expect(codes[0]).toBe("outcome_unknown");
  // A request that reaches the front of the queue in its last moment is told that the store is unavailable.
  expect(new Set(codes.slice(1))).not.toContain("outcome_unknown");
  expect(codes.at(-1)).toMatch(/^(busy|unavailable)$/);
  expect(log.appends).toBe(1);
});

test("the next request in a queue runs when the request before it has failed", async () => {
  const runInOrder = oneAtATime();
  const first = withinDeadline(30, () => runInOrder("stream", () => within(50, never())));
  const second = withinDeadline(10_000, () => runInOrder("stream", async () => "done"));
  await expect(first).rejects.toMatchObject({ code: "unavailable" });
  await expect(second).resolves.toBe("done");
});
