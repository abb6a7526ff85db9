import { expect, test } from "@jest/globals";
import { browserExclusive } from "./exclusive.ts";

/** The locks of a browser that blocks cookies. */
const refused = {
  request: () => Promise.reject(new DOMException("The request was denied.", "SecurityError")),
} as unknown as LockManager;
const granted = { request: (_: string, run: () => unknown) => run() } as unknown as LockManager;

test("where the browser refuses its locks, tasks run in this page one at a time", async () => {
  const exclusive = browserExclusive(refused);
  const steps: string[] = [];
  const task = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([exclusive("refresh", task("one")), exclusive("refresh", task("two"))])).toEqual([
    "one",
    "two",
  ]);
  expect(steps).toEqual(["one begins", "one ends", "two begins", "two ends"]);
});

test("a task that fails under the browser's lock doesn't run again", async () => {
  let runs = 0;
  const fail = async () => {
    runs += 1;
    throw new Error("refused");
  };
  await expect(browserExclusive(granted)("refresh", fail)).rejects.toThrow("refused");
  expect(runs).toBe(1);
});
