/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { pauseAfter, repeatWhileVisible } from "./repeat-while-visible.ts";

const second = 1_000;
const minute = 60 * second;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  show("visible");
  jest.useRealTimers();
});

/** Shows or hides the page, as a change of the tab does. */
function show(state: "visible" | "hidden"): void {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

function repeated(work: () => Promise<unknown> = async () => undefined) {
  const runs = jest.fn(work);
  const end = repeatWhileVisible(runs);
  return { runs, end };
}

test("work is repeated every 5 seconds for a minute, then every 15, and after 10 minutes every 30 seconds", async () => {
  const { runs, end } = repeated();
  await pass(minute);
  expect(runs).toHaveBeenCalledTimes(13);
  await pass(minute);
  expect(runs).toHaveBeenCalledTimes(17);
  await pass(18 * minute);
  const before = runs.mock.calls.length;
  await pass(minute);
  expect(runs).toHaveBeenCalledTimes(before + 2);
  end();
});

test("work is not repeated after a day, even when the person comes back to the page", async () => {
  expect(pauseAfter(24 * 60 * minute - 1)).toBe(30 * second);
  expect(pauseAfter(24 * 60 * minute)).toBeUndefined();
  const { runs, end } = repeated();
  await pass(24 * 60 * minute + minute);
  const before = runs.mock.calls.length;
  window.dispatchEvent(new Event("focus"));
  await pass(minute);
  expect(runs).toHaveBeenCalledTimes(before);
  end();
});

test("work pauses while the page is hidden, and runs immediately when the page is shown again", async () => {
  const { runs, end } = repeated();
  show("hidden");
  await pass(5 * minute);
  expect(runs).toHaveBeenCalledTimes(1);
  show("visible");
  expect(runs).toHaveBeenCalledTimes(2);
  await pass(15 * second);
  expect(runs).toHaveBeenCalledTimes(3);
  end();
});

test.each(["focus", "pageshow", "online", "storage"])(
  "work runs immediately on the event %s",
  async (name) => {
    const { runs, end } = repeated();
    await pass(second);
    window.dispatchEvent(new Event(name));
    expect(runs).toHaveBeenCalledTimes(2);
    end();
  },
);

test("runs of work never overlap, and continue after a failure", async () => {
  let fail: (reason: Error) => void = () => undefined;
  const { runs, end } = repeated(() => new Promise((_resolve, reject) => (fail = reject)));
  window.dispatchEvent(new Event("focus"));
  await pass(minute);
  expect(runs).toHaveBeenCalledTimes(1);
  fail(new Error("offline"));
  await pass(15 * second);
  expect(runs).toHaveBeenCalledTimes(2);
  end();
});

test("work that has ended is not repeated", async () => {
  const { runs, end } = repeated();
  end();
  window.dispatchEvent(new Event("focus"));
  await pass(minute);
  expect(runs).toHaveBeenCalledTimes(1);
});
