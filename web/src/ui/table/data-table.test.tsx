import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Column } from "./columns.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { SortSelect } from "./table-controls.tsx";

interface Pin {
  pin: string;
  batch: string;
}

const columns: readonly Column<Pin, "pin" | "batch">[] = [
  { key: "pin", header: "PIN", sort: "pin", cell: ({ pin }) => pin },
  { key: "batch", header: "Batch", sort: "batch", cell: ({ batch }) => batch },
  { key: "actions", header: "Actions", cell: () => <button type="button">Deactivate</button> },
];
const pins: readonly Pin[] = ["AAAA-001", "AAAA-002"].map((pin) => ({ pin, batch: "spring.csv" }));

const table = (props: Partial<DataTableProps<Pin, "pin" | "batch">> = {}) => (
  <DataTable
    caption="Pins"
    columns={columns}
    rows={pins}
    rowKey={({ pin }) => pin}
    count={2}
    sort={{ fieldName: "pin", direction: "ASC" }}
    onSort={() => undefined}
    empty="No PINs yet"
    {...props}
  />
);

const announcement = () => screen.getByRole("status").textContent;

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
  [23_130, "23,130 entries"],
])("a data table with %d matches announces %j", (count, text) => {
  render(table({ count }));
  expect(announcement()).toBe(text);
});

test("the cells of a data table have the names of their columns for cards, and an empty cell stays empty", () => {
  render(table({ rows: [{ pin: "AAAA-001", batch: "" }] }));
  const cells = screen.getAllByRole("cell");
  expect(cells.map((cell) => cell.getAttribute("data-label"))).toEqual(["PIN", "Batch", "Actions"]);
  expect(cells[1]?.childNodes).toHaveLength(0);
});

test("the widths of the columns don't depend on the rows, so that another search doesn't move them", () => {
  const sized = columns.map((column) =>
    column.key === "batch" ? { ...column, long: true, least: 6 } : { ...column, least: 3 },
  );
  const { container, rerender } = render(table({ columns: sized }));
  const widths = () =>
    [...container.querySelectorAll<HTMLElement>("col, th")].map(({ style }) => style.width || style.minWidth);
  const before = widths();
  expect(before).toEqual(["1px", "100%", "1px", "3rem", "6rem", "3rem"]);
  rerender(table({ columns: sized, rows: [{ pin: "AAAA-003", batch: "" }] }));
  expect(widths()).toEqual(before);
});

test("the order of a table can be chosen in a list, for narrow windows without headers", async () => {
  const chosen: string[] = [];
  render(
    <SortSelect
      columns={columns}
      sort={{ fieldName: "pin", direction: "ASC" }}
      onSort={(key, direction) => chosen.push(`${key} ${direction}`)}
    />,
  );
  const select = screen.getByLabelText<HTMLSelectElement>("Sort by");
  expect(select.selectedOptions[0]?.text).toBe("PIN, ascending");
  await userEvent.selectOptions(select, "Batch, descending");
  expect(chosen).toEqual(["batch DESC"]);
});
