import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { offerUndo, Toasts, toasts, type Undone } from "./toasts.tsx";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  jest.useRealTimers();
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
const passing = (ms: number) => act(() => jest.advanceTimersByTime(ms));

function show(acts: Record<string, { of: string; run: Run }> = { First: { of: "first", run: ran } }) {
  toasts.set([]);
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
    show();
    expect(region().textContent).toContain("First is done. Press Ctrl+Z to undo.");
    passing(9999);
    expect(shown()).toHaveLength(1);
    passing(1);
    expect(shown()).toHaveLength(0);
    expect(press("z")).toBe(false);
    expect(ran).not.toHaveBeenCalled();
  });

  test("gives way to the offer about a later change of the same thing", () => {
    show({ First: { of: "status", run: ran }, Second: { of: "status", run: ran } });
    expect(shown()).toEqual([expect.stringContaining("Second is done.")]);
  });
});

describe("an undo", () => {
  test.each([
    ["the button", () => fireEvent.click(button("Undo"))],
    ["Ctrl+Z", () => press("z")],
    ["⌘Z", () => press("z", { metaKey: true })],
  ])("by %s runs once, and the same toast confirms it for 6 seconds", async (_by, undo) => {
    show();
    undo();
    expect(button("Undoing…").getAttribute("aria-disabled")).toBe("true");
    press("z");
    await settled();
    expect(ran).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual(["✓It is undone."]);
    press("z");
    expect(ran).toHaveBeenCalledTimes(1);
    passing(5999);
    expect(shown()).toHaveLength(1);
    passing(1);
    expect(shown()).toHaveLength(0);
  });

  test("by Ctrl+Z takes the newest offer, and then the one before", async () => {
    const first = jest.fn<Run>().mockResolvedValue({ done: "First is undone." });
    const second = jest.fn<Run>().mockResolvedValue({ done: "Second is undone." });
    show({ First: { of: "first", run: first }, Second: { of: "second", run: second } });
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
    show();
    expect(press("z", modifiers, place())).toBe(false);
    expect(ran).not.toHaveBeenCalled();
  });

  test("that failed stays until it is dismissed, and can be tried again", async () => {
    show();
    ran.mockResolvedValueOnce({ failed: "No connection.", again: true });
    press("z");
    await settled();
    passing(60_000);
    expect(shown()).toEqual([expect.stringContaining("!No connection.")]);
    fireEvent.click(button("Undo"));
    await settled();
    expect(shown()).toEqual(["✓It is undone."]);
  });

  test("that can't be done any more isn't offered again, and the reason stays until it is dismissed", async () => {
    show();
    ran.mockResolvedValueOnce({ failed: "Nothing was undone.", again: false });
    press("z");
    await settled();
    passing(60_000);
    expect(shown()).toEqual(["!Nothing was undone."]);
    press("z");
    expect(ran).toHaveBeenCalledTimes(1);
    fireEvent.click(button("Dismiss"));
    expect(shown()).toEqual([]);
  });
});

test("Escape in the toast dismisses it", () => {
  show();
  act(() => button("Undo").focus());
  press("Escape", {});
  expect(shown()).toEqual([]);
  expect(ran).not.toHaveBeenCalled();
});
