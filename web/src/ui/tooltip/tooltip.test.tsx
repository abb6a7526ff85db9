import { afterEach, expect, jest, test } from "@jest/globals";
import { act, configure, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Modal } from "../dialog/modal.tsx";
import { Tooltip } from "./tooltip.tsx";

// Opening takes long on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => void jest.useRealTimers());

const tip = () => screen.queryByRole("tooltip");
const trigger = () => screen.getByRole("button", { name: "Why?" });
const isOpen = () => waitFor(() => expect(tip()?.textContent).toBe("Reported stolen"));
const isClosed = () => waitFor(() => expect(tip()).toBeNull());

function open(pressed?: () => void) {
  render(
    <>
      <Tooltip text="Reported stolen">
        <button type="button" onClick={pressed}>
          Why?
        </button>
      </Tooltip>
      <button type="button">Elsewhere</button>
    </>,
  );
}

test("a tooltip opens when the mouse is on its element and closes when the mouse leaves", async () => {
  open();
  await userEvent.hover(trigger());
  await isOpen();
  await userEvent.unhover(trigger());
  await isClosed();
});

test("a tooltip stays open while the mouse is on its text", async () => {
  jest.useFakeTimers();
  open();
  const mouse = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  await mouse.hover(trigger());
  await isOpen();
  await mouse.hover(tip() as HTMLElement);
  act(() => jest.advanceTimersByTime(5000));
  expect(tip()).not.toBeNull();
  await mouse.unhover(tip() as HTMLElement);
  await isClosed();
});

test("a tooltip opens with the keyboard's focus, describes its element, and closes when the focus leaves", async () => {
  open();
  await userEvent.tab();
  await isOpen();
  expect(trigger().getAttribute("aria-describedby")).toBe(tip()?.id);
  await userEvent.tab();
  await isClosed();
});

test("Escape closes a tooltip, its element keeps the focus, and Enter opens it again", async () => {
  open();
  await userEvent.tab();
  await isOpen();
  await userEvent.keyboard("{Escape}");
  await isClosed();
  expect(document.activeElement).toBe(trigger());
  await userEvent.keyboard("{Enter}");
  await isOpen();
});

test("Escape closes a tooltip in a dialog, and only the next Escape closes the dialog", async () => {
  const closed = jest.fn();
  render(
    <Modal show title="Deactivate ABCD-123?" onClose={closed}>
      <Tooltip text="Reported stolen">
        <button type="button">Why?</button>
      </Tooltip>
    </Modal>,
  );
  await userEvent.hover(trigger());
  await isOpen();
  await userEvent.keyboard("{Escape}");
  await isClosed();
  expect(closed).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(closed).toHaveBeenCalledTimes(1);
});

test("a tap opens a tooltip, and a second tap or a tap elsewhere closes it", async () => {
  const pressed = jest.fn();
  open(pressed);
  const finger = userEvent.setup();
  const tap = (element: Element) => finger.pointer({ keys: "[TouchA]", target: element });
  await tap(trigger());
  await isOpen();
  await tap(trigger());
  await isClosed();
  await tap(trigger());
  await isOpen();
  await tap(screen.getByRole("button", { name: "Elsewhere" }));
  await isClosed();
  expect(pressed).toHaveBeenCalledTimes(3);
});

test("Escape closes a dialog that was opened over a tooltip, and the tooltip with it", async () => {
  const closed = jest.fn();
  open();
  await userEvent.hover(trigger());
  await isOpen();
  render(
    <Modal show title="Deactivate ABCD-123?" onClose={closed}>
      <p>The ornament cannot be used.</p>
    </Modal>,
  );
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  await isClosed();
  expect(closed).toHaveBeenCalledTimes(1);
});
