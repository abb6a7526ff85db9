/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { LoadPage } from "./load-all-rows.ts";
import { PrintButton } from "./print-button.tsx";

const columns = [
  { key: "pin", header: "PIN", cell: (pin: string) => pin },
  { key: "action", header: "Action", actions: true, cell: () => <button type="button">Deactivate</button> },
];
const print = jest.fn();
const record = jest.fn<() => Promise<unknown>>();

beforeEach(() => {
  print.mockReset();
  record.mockReset().mockResolvedValue({});
  window.print = print;
});
afterEach(cleanup);

const button = (loadPage: LoadPage<string>) => (
  <PrintButton
    title="Pins Table"
    lines={["“stolen”", ""]}
    columns={columns}
    rowKey={(pin) => pin}
    loadPage={loadPage}
    record={record}
  />
);
const paper = () => document.querySelector<HTMLElement>(".o-paper");

test("all rows are printed under the title, with their filters and the date, without the actions", async () => {
  render(button(async () => ({ rows: ["AAAA-001", "AAAA-002"], count: 2 })));
  await userEvent.click(screen.getByRole("button", { name: "Print all" }));
  expect(print).toHaveBeenCalledTimes(1);
  const printed = within(paper() ?? document.body);
  expect(printed.getByRole("heading", { name: "Pins Table" })).toBeDefined();
  expect(printed.getByText("“stolen”")).toBeDefined();
  expect(printed.getByText(/^Printed on \d\d\/\d\d\/\d\d /)).toBeDefined();
  expect(printed.getAllByRole("row").map((row) => row.textContent)).toEqual(["PIN", "AAAA-001", "AAAA-002"]);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(paper()).toBeNull();
  expect(document.body.className).toBe("");
});

test("a print is recorded before its rows are loaded", async () => {
  let recorded = () => {};
  record.mockReturnValue(
    new Promise<void>((resolve) => {
      recorded = resolve;
    }),
  );
  const loadPage = jest.fn(async () => ({ rows: ["AAAA-001"], count: 1 }));
  render(button(loadPage));
  await userEvent.click(screen.getByRole("button", { name: "Print all" }));
  expect(record).toHaveBeenCalledTimes(1);
  expect(loadPage).not.toHaveBeenCalled();
  await act(async () => recorded());
  expect(print).toHaveBeenCalledTimes(1);
});

test("a print that can't be recorded loads no rows, and the message says so", async () => {
  record.mockRejectedValue(new Error("away"));
  const loadPage = jest.fn(async () => ({ rows: ["AAAA-001"], count: 1 }));
  render(button(loadPage));
  await userEvent.click(screen.getByRole("button", { name: "Print all" }));
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeDefined();
  expect(loadPage).not.toHaveBeenCalled();
  expect(print).not.toHaveBeenCalled();
});

test("too many rows are not printed, and the message says how many there are and what to do", async () => {
  render(button(async () => ({ rows: ["AAAA-001"], count: 23_130 })));
  await userEvent.click(screen.getByRole("button", { name: "Print all" }));
  expect(
    await screen.findByText("23,130 rows are too many to print. Narrow the search to at most 5,000 rows."),
  ).toBeDefined();
  expect(print).not.toHaveBeenCalled();
});

test("rows that can't be loaded are not printed, and the message says so", async () => {
  render(button(() => Promise.reject(new Error("away"))));
  await userEvent.click(screen.getByRole("button", { name: "Print all" }));
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeDefined();
  expect(print).not.toHaveBeenCalled();
});
