import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CopyButton } from "./copy-button.tsx";

const copyButton = <CopyButton text="anna@example.com" label="Copy anna@example.com" />;
type Writer = Pick<Clipboard, "writeText"> | undefined;
const setClipboard = (value: Writer) =>
  Object.defineProperty(navigator, "clipboard", { configurable: true, value });

/** Presses the button in a browser with this clipboard. */
async function press(clipboard: Writer) {
  const user = userEvent.setup();
  setClipboard(clipboard);
  render(copyButton);
  await user.tab();
  await user.keyboard("{Enter}");
}
const refused = { writeText: () => Promise.reject(new DOMException("Not allowed", "NotAllowedError")) };

const command = jest.fn<(name: string) => boolean>();
beforeEach(() => {
  document.execCommand = command;
});
afterEach(() => {
  jest.useRealTimers();
  command.mockReset();
  document.getSelection()?.removeAllRanges();
});

test("the live region of a copy button exists before it announces that it copied", async () => {
  render(copyButton);
  expect(screen.queryByRole("status")).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole("status").textContent).toBe("");
});

test("a copy button writes its text to the clipboard, and its message disappears after a moment", async () => {
  jest.useFakeTimers();
  const writeText = jest.fn(async () => undefined);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  setClipboard({ writeText });
  render(copyButton);
  await user.click(screen.getByRole("button"));
  await screen.findByText("Copied");
  expect(writeText.mock.calls).toEqual([["anna@example.com"]]);
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(screen.queryByText("Copied")).toBeNull();
});

test.each([
  ["has no clipboard", undefined],
  ["refuses its clipboard", refused],
])("a copy button copies through a selection where the browser %s", async (_case, clipboard) => {
  let selected = "";
  command.mockImplementation(() => {
    selected = String(document.getSelection());
    return true;
  });
  await press(clipboard);
  await screen.findByText("Copied");
  expect(command.mock.calls).toEqual([["copy"]]);
  expect(selected).toBe("anna@example.com");
  expect(document.body.textContent).not.toContain("anna@example.com");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Copy anna@example.com" }));
});

test("a copy keeps the page's selection", async () => {
  command.mockReturnValue(true);
  setClipboard(undefined);
  render(
    <>
      <p>Before</p>
      {copyButton}
    </>,
  );
  document.getSelection()?.selectAllChildren(screen.getByText("Before"));
  fireEvent.click(screen.getByRole("button"));
  await screen.findByText("Copied");
  expect(String(document.getSelection())).toBe("Before");
});

test("a copy button says when it could not copy", async () => {
  command.mockReturnValue(false);
  await press(undefined);
  expect((await screen.findByText("Could not copy")).getAttribute("role")).toBe("status");
});
