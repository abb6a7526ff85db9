import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { offerUndo, showToast, Toasts, toasts, type Undone } from "./toasts.tsx";

beforeEach(() => {
  jest.useFakeTimers();
  toasts.set([]);
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  jest.useRealTimers();
});

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

type Run = () => Promise<Undone>;

const ran = jest.fn<Run>();
const done: Undone = { done: "It is undone." };
const button = (name: string) => screen.getByRole("button", { name });
const region = () => screen.getByRole("status");
const shown = () => [...region().querySelectorAll(".toast")].map(({ textContent }) => textContent);
/** Presses a key, and tells whether the page has taken it. */
const press = (key: string, more: object = { ctrlKey: true }, on = document.activeElement) =>
  !fireEvent.keyDown(on ?? document.body, { key, ...more });
const settled = () => act(async () => undefined);

function offer(acts: Record<string, { of: string; run: Run }> = { First: { of: "first", run: ran } }) {
  ran.mockReset().mockResolvedValue(done);
  render(
    <>
      <input aria-label="Comment" />
      <Toasts />
    </>,
  );
  for (const [name, undo] of Object.entries(acts)) act(() => offerUndo(`${name} is done.`, undo));
}

describe("the offer of an undo", () => {
  test("is announced with its key, and disappears after 10 seconds", () => {
    offer();
    expect(region().textContent).toContain("First is done. Press Ctrl+Z to undo.");
    pass(9999);
    expect(shown()).toHaveLength(1);
    pass(1);
    expect(shown()).toHaveLength(0);
    expect(press("z")).toBe(false);
    expect(ran).not.toHaveBeenCalled();
  });

  test("gives way to the offer about a later change of the same thing", () => {
    offer({ First: { of: "status", run: ran }, Second: { of: "status", run: ran } });
    expect(shown()).toEqual([expect.stringContaining("Second is done.")]);
  });
});

describe("an undo", () => {
  test.each([
    ["the button", () => fireEvent.click(button("Undo"))],
    ["Ctrl+Z", () => press("z")],
    ["⌘Z", () => press("z", { metaKey: true })],
  ])("by %s runs once, and the same toast confirms it for 6 seconds", async (_by, undo) => {
    offer();
    undo();
    expect(button("Undoing…").getAttribute("aria-disabled")).toBe("true");
    press("z");
    await settled();
    expect(ran).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual(["✓It is undone."]);
    press("z");
    expect(ran).toHaveBeenCalledTimes(1);
    pass(5999);
    expect(shown()).toHaveLength(1);
    pass(1);
    expect(shown()).toHaveLength(0);
  });

  test("by Ctrl+Z takes the newest offer, and then the one before", async () => {
    const first = jest.fn<Run>().mockResolvedValue({ done: "First is undone." });
    const second = jest.fn<Run>().mockResolvedValue({ done: "Second is undone." });
    offer({ First: { of: "first", run: first }, Second: { of: "second", run: second } });
    press("z");
    await settled();
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    press("z");
    await settled();
    expect(shown()).toEqual(["✓First is undone.", "✓Second is undone."]);
  });

  const dialog = Object.assign(document.createElement("div"), { role: "dialog" });

  test.each([
    ["Ctrl+Z in a text field", { ctrlKey: true }, () => screen.getByLabelText("Comment")],
    ["Ctrl+Z in an open dialog", { ctrlKey: true }, () => document.body.appendChild(dialog)],
    ["Z alone", {}, () => document.body],
    ["Ctrl+Shift+Z", { ctrlKey: true, shiftKey: true }, () => document.body],
  ])("isn't run by %s", (_keys, modifiers, place) => {
    offer();
    expect(press("z", modifiers, place())).toBe(false);
    expect(ran).not.toHaveBeenCalled();
  });

  test("that failed stays until it is dismissed, and can be tried again", async () => {
    offer();
    ran.mockResolvedValueOnce({ failed: "No connection.", again: true });
    press("z");
    await settled();
    pass(60_000);
    expect(shown()).toEqual([expect.stringContaining("!No connection.")]);
    fireEvent.click(button("Undo"));
    await settled();
    expect(shown()).toEqual(["✓It is undone."]);
  });

  test("that can't be done any more isn't offered again, and the reason stays until it is dismissed", async () => {
    offer();
    ran.mockResolvedValueOnce({ failed: "Nothing was undone.", again: false });
    press("z");
    await settled();
    pass(60_000);
    expect(shown()).toEqual(["!Nothing was undone."]);
    press("z");
    expect(ran).toHaveBeenCalledTimes(1);
    fireEvent.click(button("Dismiss"));
    expect(shown()).toEqual([]);
  });
});

test("Escape in the toast dismisses it", () => {
  offer();
  act(() => button("Undo").focus());
  press("Escape", {});
  expect(shown()).toEqual([]);
  expect(ran).not.toHaveBeenCalled();
});
