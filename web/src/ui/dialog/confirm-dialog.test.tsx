import { expect, jest, test } from "@jest/globals";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog.tsx";

function Example(props: Partial<ConfirmDialogProps>) {
  const [show, setShow] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setShow(true)}>
        Open
      </button>
      <ConfirmDialog
        title="Delete ABCD-123?"
        confirmLabel="Delete"
        onConfirm={() => undefined}
        {...props}
        show={show}
        onCancel={() => setShow(false)}
      >
        It is gone for good.
      </ConfirmDialog>
    </>
  );
}

const opener = () => screen.getByRole("button", { name: "Open", hidden: true });
const dialog = () => screen.queryByRole("dialog", { name: "Delete ABCD-123?" });
const button = (name: string) => screen.getByRole("button", { name });
async function open(props: Partial<ConfirmDialogProps> = {}) {
  render(<Example {...props} />);
  await userEvent.click(opener());
  await waitFor(() => expect(dialog()?.contains(document.activeElement)).toBe(true));
}

test("a busy dialog confirms only once, and neither Escape nor the cross nor Cancel closes it", async () => {
  const confirmed = jest.fn();
  await open({ busy: true, onConfirm: confirmed });
  await userEvent.click(button("Delete"));
  await userEvent.click(button("Close"));
  await userEvent.click(button("Cancel"));
  await userEvent.keyboard("{Escape}");
  expect(confirmed).not.toHaveBeenCalled();
  expect(dialog()).not.toBeNull();
  expect(button("Delete").getAttribute("aria-busy")).toBe("true");
});

test("a dialog that isn't filled in yet can't be confirmed, and its button keeps the focus", async () => {
  const confirmed = jest.fn();
  await open({ disabled: true, onConfirm: confirmed });
  await userEvent.click(button("Delete"));
  expect(confirmed).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button("Delete"));
});

test("a dialog announces its error", async () => {
  await open({ error: "This PIN does not exist." });
  const messages = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(messages).toContain("!This PIN does not exist.");
});

test("a dialog that shows its result moves the focus to Close", async () => {
  await open({ answered: true, cancelLabel: "Done" });
  await waitFor(() => expect(document.activeElement).toBe(button("Done")));
});
