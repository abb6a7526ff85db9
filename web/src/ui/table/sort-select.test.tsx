import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SortSelect } from "./table-controls.tsx";

const columns = [
  { key: "pin", header: "PIN", sort: "pin", cell: () => null },
  { key: "batch", header: "Batch", sort: "batch", cell: () => null },
  { key: "actions", header: "Actions", cell: () => null },
] as const;

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
