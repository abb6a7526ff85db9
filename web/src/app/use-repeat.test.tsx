/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { renderHook } from "@testing-library/react";
import { useRepeat } from "./use-repeat.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(document, "hidden");
});

const repeated = () => {
  const call = jest.fn();
  const hook = renderHook(({ waiting }) => useRepeat(call, waiting, 1000), {
    initialProps: { waiting: true },
  });
  return { call, ...hook };
};

test("what is waited for is asked for after longer and longer waits, at most half a minute", () => {
  const { call, rerender } = repeated();
  for (const wait of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const before = call.mock.calls.length;
    jest.advanceTimersByTime(wait - 1);
    expect(call).toHaveBeenCalledTimes(before);
    jest.advanceTimersByTime(1);
    expect(call).toHaveBeenCalledTimes(before + 1);
  }
  rerender({ waiting: false });
  jest.advanceTimersByTime(60_000);
  expect(call).toHaveBeenCalledTimes(7);
});

test("a tab that nobody sees asks for nothing until it is seen again", () => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  const { call } = repeated();
  jest.advanceTimersByTime(600_000);
  expect(call).not.toHaveBeenCalled();
  Reflect.deleteProperty(document, "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  jest.advanceTimersByTime(1000);
  expect(call).toHaveBeenCalledTimes(1);
});
