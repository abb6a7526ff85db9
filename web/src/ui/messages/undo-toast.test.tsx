/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Toasts, type Undone, useUndoToast } from "./toasts.tsx";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  jest.useRealTimers();
});

type Run = () => Promise<Undone>;

function Acts({ acts }: { acts: Record<string, { of: string; run: Run }> }) {
  const offer = useUndoToast();
  return (
    <>
      <input aria-label="Comment" />
      {Object.entries(acts).map(([name, undo]) => (
        <button key={name} type="button" onClick={() => offer(`${name} is done.`, undo)}>
          {name}
        </button>
      ))}
    </>
  );
}

const ran = jest.fn<Run>();
const done: Undone = { done: "It is undone." };
const button = (name: string) => screen.getByRole("button", { name });
const region = () => screen.getByRole("status");
const toasts = () => [...region().querySelectorAll(".toast")].map(({ textContent }) => textContent);
const press = (key: string, more: object = { ctrlKey: true }, on = document.activeElement) => {
  let taken = false;
  act(() => {
    taken = !fireEvent.keyDown(on ?? document.body, { key, ...more });
  });
  return taken;
};
const settled = () => act(async () => undefined);
const passing = (ms: number) => act(() => jest.advanceTimersByTime(ms));

function show(acts: Record<string, { of: string; run: Run }> = { First: { of: "first", run: ran } }) {
  ran.mockReset().mockResolvedValue(done);
  render(
    <Toasts>
      <Acts acts={acts} />
    </Toasts>,
  );
  for (const name of Object.keys(acts)) {
    button(name).focus();
    fireEvent.click(button(name));
  }
}

describe("the offer of an undo", () => {
  test("is announced with its key, and disappears after 10 seconds", () => {
    show();
    expect(region().textContent).toContain("First is done. Press Ctrl+Z to undo.");
    passing(9999);
    expect(toasts()).toHaveLength(1);
    passing(1);
    expect(toasts()).toHaveLength(0);
    expect(press("z")).toBe(false);
    expect(ran).not.toHaveBeenCalled();
  });

  test.each([
    ["the mouse is over it", () => fireEvent.pointerEnter(region().querySelector(".toast") as Element)],
    ["its button has the focus", () => act(() => button("Undo").focus())],
  ])("stays while %s", (_where, enter) => {
    show();
    passing(9000);
    enter();
    passing(60_000);
    expect(button("Undo")).toBeDefined();
  });

  test("gives way to the offer about a later change of the same thing", () => {
    show({ First: { of: "status", run: ran }, Second: { of: "status", run: ran } });
    expect(toasts()).toEqual([expect.stringContaining("Second is done.")]);
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
    expect(toasts()).toEqual(["✓It is undone."]);
    press("z");
    expect(ran).toHaveBeenCalledTimes(1);
    passing(5999);
    expect(toasts()).toHaveLength(1);
    passing(1);
    expect(toasts()).toHaveLength(0);
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
    expect(toasts()).toEqual(["✓First is undone.", "✓Second is undone."]);
  });

  test.each([
    ["a text field", () => screen.getByLabelText("Comment")],
    [
      "an open dialog",
      () => document.body.appendChild(Object.assign(document.createElement("div"), { role: "dialog" })),
    ],
  ])("isn't run by Ctrl+Z in %s", (_where, place) => {
    show();
    const element = place();
    expect(press("z", { ctrlKey: true }, element)).toBe(false);
    expect(ran).not.toHaveBeenCalled();
  });

  test.each([
    ["Z alone", {}],
    ["Ctrl+Shift+Z", { ctrlKey: true, shiftKey: true }],
  ])("isn't run by %s", (_keys, modifiers) => {
    show();
    press("z", modifiers);
    expect(ran).not.toHaveBeenCalled();
  });

  test("that failed stays until it is dismissed, and can be tried again", async () => {
    show();
    ran.mockResolvedValueOnce({ failed: "No connection.", again: true });
    press("z");
    await settled();
    passing(60_000);
    expect(toasts()).toEqual([expect.stringContaining("!No connection.")]);
    fireEvent.click(button("Undo"));
    await settled();
    expect(toasts()).toEqual(["✓It is undone."]);
  });

  test("that can't be done any more isn't offered again, and the reason stays until it is dismissed", async () => {
    show();
    ran.mockResolvedValueOnce({ failed: "Nothing was undone.", again: false });
    press("z");
    await settled();
    passing(60_000);
    expect(toasts()).toEqual(["!Nothing was undone."]);
    press("z");
    expect(ran).toHaveBeenCalledTimes(1);
    fireEvent.click(button("Dismiss"));
    expect(toasts()).toEqual([]);
  });
});

describe("the keyboard focus", () => {
  test.each([
    ["Shift+Tab before Undo", true, "Undo"],
    ["Tab after Dismiss", false, "Dismiss"],
  ])("goes to Undo with the first Tab, and back to where it was with %s", (_keys, shiftKey, leaving) => {
    show();
    expect(press("Tab", {})).toBe(true);
    expect(document.activeElement).toBe(button("Undo"));
    act(() => button(leaving).focus());
    expect(press("Tab", { shiftKey })).toBe(true);
    expect(document.activeElement).toBe(button("First"));
  });

  test.each([
    ["after another key", () => void press("ArrowDown", {})],
    ["after a press of the mouse", () => void fireEvent.pointerDown(document.body)],
    ["in a text field", () => act(() => screen.getByLabelText("Comment").focus())],
    ["after a second Tab", () => void press("Tab", {}, button("First"))],
  ])("isn't moved by Tab %s", (_when, before) => {
    show();
    before();
    act(() => (document.activeElement === button("Undo") ? button("First").focus() : undefined));
    expect(press("Tab", {})).toBe(false);
  });

  test("Escape in the toast dismisses it", () => {
    show();
    press("Tab", {});
    press("Escape", {});
    expect(toasts()).toEqual([]);
    expect(ran).not.toHaveBeenCalled();
  });
});
