import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { renderHook } from "@testing-library/react";
import { useRepeat } from "./use-repeat.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(document, "hidden");
});

const repeated = (work: () => Promise<unknown> = async () => undefined) => {
  const call = jest.fn(work);
  const initialProps = { waiting: true };
  const hook = renderHook(({ waiting }) => useRepeat(call, waiting, 1000), { initialProps });
  return { call, ...hook };
};
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test("what is waited for is asked for after longer and longer waits, at most half a minute", async () => {
  const { call, rerender } = repeated();
  for (const wait of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const before = call.mock.calls.length;
    await pass(wait - 1);
    expect(call).toHaveBeenCalledTimes(before);
    await pass(1);
    expect(call).toHaveBeenCalledTimes(before + 1);
  }
  rerender({ waiting: false });
  window.dispatchEvent(new Event("focus"));
  await pass(60_000);
  expect(call).toHaveBeenCalledTimes(7);
});

test("a tab that nobody sees asks for nothing, and asks immediately when it is seen again", async () => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  const { call } = repeated();
  await pass(600_000);
  expect(call).not.toHaveBeenCalled();
  Reflect.deleteProperty(document, "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(call).toHaveBeenCalledTimes(1);
  await pass(2000);
  expect(call).toHaveBeenCalledTimes(2);
});

test.each(["focus", "pageshow", "online"])("the event %s asks immediately", async (name) => {
  const { call } = repeated();
  window.dispatchEvent(new Event(name));
  expect(call).toHaveBeenCalledTimes(1);
});

test("calls never overlap, and continue after a failure", async () => {
  let fail: (reason: Error) => void = () => undefined;
  const { call } = repeated(() => new Promise((_resolve, reject) => (fail = reject)));
  window.dispatchEvent(new Event("focus"));
  window.dispatchEvent(new Event("focus"));
  await pass(60_000);
  expect(call).toHaveBeenCalledTimes(1);
  fail(new Error("offline"));
  await pass(2000);
  expect(call).toHaveBeenCalledTimes(2);
});
