import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { showToast, Toasts, toasts } from "./toasts.tsx";

beforeEach(() => {
  jest.useFakeTimers();
  toasts.set([]);
});
afterEach(() => void jest.useRealTimers());

function show(text: string, tone?: "success" | "error") {
  render(<Toasts />);
  render(<button type="button">Elsewhere</button>);
  act(() => showToast(text, tone));
}
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const toast = () => screen.getByRole("status").querySelector(".toast");

test("a toast shows success by its colour and a tick, and disappears after 6 seconds", () => {
  show("The account was deleted.");
  expect(toast()?.className).toContain("alert-success");
  expect(toast()?.textContent).toBe("✓The account was deleted.");
  pass(5999);
  expect(toast()).not.toBeNull();
  pass(1);
  expect(toast()).toBeNull();
});

test("a toast about an error shows that by its colour and a sign, and stays until it is dismissed", () => {
  show("The mail was not sent.", "error");
  expect(toast()?.className).toContain("alert-danger");
  expect(toast()?.textContent).toBe("!The mail was not sent.");
  pass(60_000);
  expect(toast()).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(toast()).toBeNull();
});

test("a toast stays while the mouse or the focus is in it, and then for its whole time", () => {
  show("The account was deleted.");
  pass(4000);
  fireEvent.pointerEnter(toast() as Element);
  pass(60_000);
  act(() => screen.getByRole("button", { name: "Dismiss" }).focus());
  fireEvent.pointerLeave(toast() as Element);
  pass(60_000);
  act(() => screen.getByRole("button", { name: "Elsewhere" }).focus());
  pass(5999);
  expect(toast()).not.toBeNull();
  pass(1);
  expect(toast()).toBeNull();
});

test("a toast waits for the end of an open dialog, because a screen reader announces nothing outside of it", async () => {
  document.body.setAttribute("data-rr-ui-modal-open", "");
  show("The PIN was deactivated.");
  expect(toast()).toBeNull();
  await act(async () => document.body.removeAttribute("data-rr-ui-modal-open"));
  expect(toast()?.textContent).toBe("✓The PIN was deactivated.");
});
