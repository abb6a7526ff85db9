/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Column } from "./columns.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";

interface Pin {
  pin: string;
  batch: string;
}

const columns: readonly Column<Pin, "pin" | "batch">[] = [
  { key: "pin", header: "PIN", sort: "pin", cell: ({ pin }) => pin },
  { key: "batch", header: "Batch", sort: "batch", cell: ({ batch }) => batch },
  { key: "actions", header: "Actions", cell: () => <button type="button">Deactivate</button> },
];
const pins: readonly Pin[] = [
  { pin: "AAAA-001", batch: "spring.csv" },
  { pin: "AAAA-002", batch: "a batch with a very long name that does not fit into its column.csv" },
];

let sorted: string[];
beforeEach(() => {
  sorted = [];
});
afterEach(cleanup);

const table = (props: Partial<DataTableProps<Pin, "pin" | "batch">> = {}) => (
  <DataTable
    caption="Pins"
    columns={columns}
    rows={pins}
    rowKey={({ pin }) => pin}
    count={2}
    sort={{ fieldName: "pin", direction: "ASC" }}
    onSort={(key) => sorted.push(key)}
    empty="No PINs yet"
    {...props}
  />
);

const header = (name: string) => screen.getByRole("columnheader", { name });
const announcement = () => screen.getByRole("status").textContent;

test("a data table has a name, a header for each column and a row for each entry", () => {
  render(table());
  expect(screen.getByRole("table", { name: "Pins" }).getAttribute("aria-busy")).toBe("false");
  expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
    "PIN",
    "Batch",
    "Actions",
  ]);
  const [, first, second] = screen.getAllByRole("row");
  expect(first?.textContent).toBe("AAAA-001spring.csvDeactivate");
  expect(second?.textContent).toContain("a very long name that does not fit");
});

test("the header of the sorted column announces the direction, and the other headers that they can be sorted", () => {
  const { rerender } = render(table());
  expect(header("PIN").getAttribute("aria-sort")).toBe("ascending");
  expect(header("Batch").getAttribute("aria-sort")).toBe("none");
  expect(header("Actions").getAttribute("aria-sort")).toBeNull();
  rerender(table({ sort: { fieldName: "batch", direction: "DESC" } }));
  expect(header("PIN").getAttribute("aria-sort")).toBe("none");
  expect(header("Batch").getAttribute("aria-sort")).toBe("descending");
});

test("a header sorts by its column, by mouse and by keyboard; a column without a sort key has no button", async () => {
  render(table());
  await userEvent.click(within(header("Batch")).getByRole("button"));
  within(header("PIN")).getByRole("button").focus();
  await userEvent.keyboard("{Enter}");
  expect(sorted).toEqual(["batch", "pin"]);
  expect(within(header("Actions")).queryByRole("button")).toBeNull();
});

test("a data table is busy and announces nothing until its first answer", () => {
  render(table({ rows: undefined, count: undefined }));
  expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
  expect(announcement()).toBe("");
  expect(screen.queryByText("No PINs yet")).toBeNull();
});

test("a data table keeps its rows, is busy and says so while a changed query is loaded", () => {
  const { rerender } = render(table({ refreshing: true, count: undefined }));
  expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
  expect(screen.getByText("AAAA-001")).toBeDefined();
  expect(announcement()).toBe("Loading");
  rerender(table());
  expect(announcement()).toBe("2 entries");
});

test("nobody can act on the old rows while a changed query is loaded, but its headers can be sorted by", () => {
  const inert = (name: string) => screen.getAllByRole("button", { name })[0]?.closest("[inert]") != null;
  const { rerender } = render(table());
  expect(inert("Deactivate")).toBe(false);
  rerender(table({ refreshing: true }));
  expect(inert("Deactivate")).toBe(true);
  expect(inert("Batch")).toBe(false);
});

test("the frame of a data table takes the focus from a row that is replaced", () => {
  const { rerender } = render(table());
  screen.getAllByRole("button", { name: "Deactivate" })[0]?.focus();
  rerender(table({ refreshing: true }));
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Pins" }));
});

test.each([
  [0, "No matches found"],
  [1, "1 entry"],
  [74, "74 entries"],
  [23_130, "23,130 entries"],
])("a data table with %d matches announces %j", (count, text) => {
  render(table({ count }));
  expect(announcement()).toBe(text);
});

test("a data table without rows says so in one cell over all columns", () => {
  render(table({ rows: [], count: 0 }));
  const cell = screen.getByRole<HTMLTableCellElement>("cell", { name: "No PINs yet" });
  expect(cell.colSpan).toBe(columns.length);
});

test("the cells of a data table have the names of their columns for cards, and an empty cell stays empty", () => {
  render(table({ rows: [{ pin: "AAAA-001", batch: "" }] }));
  const cells = screen.getAllByRole("cell");
  expect(cells.map((cell) => cell.getAttribute("data-label"))).toEqual(["PIN", "Batch", "Actions"]);
  expect(cells[1]?.childNodes).toHaveLength(0);
});

test("a data table is not a Tab stop, but can take the focus of a part of it that disappears", () => {
  render(table());
  expect(screen.getByRole("region", { name: "Pins" }).tabIndex).toBe(-1);
});
