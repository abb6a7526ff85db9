import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Popover } from "./popover.tsx";

const open = async () => {
  render(
    <>
      <Popover label="More" className="btn">
        <button type="button">Export CSV</button>
        <p>Nothing else</p>
      </Popover>
      <button type="button">Next</button>
    </>,
  );
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
};
const opener = () => screen.getByRole("button", { name: "More" });
const inside = () => screen.queryByRole("button", { name: "Export CSV" });

test("a popover opens by keyboard, and the next Tab stop is in its box", async () => {
  await open();
  expect(opener().getAttribute("aria-expanded")).toBe("true");
  await userEvent.tab();
  expect(document.activeElement).toBe(inside());
});

test("Escape closes a popover and returns the focus to its button", async () => {
  await open();
  await userEvent.tab();
  await userEvent.keyboard("{Escape}");
  expect(inside()).toBeNull();
  expect(document.activeElement).toBe(opener());
});

test("a popover stays open after a press inside, and closes after a press or the focus outside", async () => {
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await userEvent.click(screen.getByText("Nothing else"));
  expect(inside()).not.toBeNull();
  await userEvent.click(document.body);
  expect(inside()).toBeNull();
  await userEvent.click(opener());
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe("Next");
  expect(inside()).toBeNull();
});
