/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ToastTone } from "./toast.tsx";
import { Toasts, useToast } from "./toasts.tsx";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function Example({ text, tone }: { text: string; tone?: ToastTone }) {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast(text, tone)}>
      Do it
    </button>
  );
}

function show(text: string, tone?: ToastTone) {
  render(
    <Toasts>
      <Example text={text} {...(tone ? { tone } : {})} />
    </Toasts>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Do it" }));
}
const toast = () => screen.getByRole("status").querySelector(".toast");

test("a toast shows success by its colour and a tick, and disappears after 6 seconds", () => {
  show("The account was deleted.");
  expect(toast()?.className).toContain("o-toast-success");
  expect(toast()?.textContent).toBe("✓The account was deleted.");
  act(() => jest.advanceTimersByTime(5999));
  expect(toast()).not.toBeNull();
  act(() => jest.advanceTimersByTime(1));
  expect(toast()).toBeNull();
});

test("a toast about an error shows that by its colour and a sign, and stays until it is dismissed", () => {
  show("The mail was not sent.", "error");
  expect(toast()?.className).toContain("o-toast-error");
  expect(toast()?.textContent).toBe("!The mail was not sent.");
  act(() => jest.advanceTimersByTime(60_000));
  expect(toast()).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(toast()).toBeNull();
});

test("a toast stays while the mouse or the focus is in it, and then for the time that was left", () => {
  show("The account was deleted.");
  act(() => jest.advanceTimersByTime(4000));
  fireEvent.pointerEnter(toast() as Element);
  act(() => jest.advanceTimersByTime(60_000));
  act(() => screen.getByRole("button", { name: "Dismiss" }).focus());
  fireEvent.pointerLeave(toast() as Element);
  act(() => jest.advanceTimersByTime(60_000));
  act(() => screen.getByRole("button", { name: "Do it" }).focus());
  act(() => jest.advanceTimersByTime(1999));
  expect(toast()).not.toBeNull();
  act(() => jest.advanceTimersByTime(1));
  expect(toast()).toBeNull();
});
