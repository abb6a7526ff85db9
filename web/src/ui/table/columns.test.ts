import { expect, test } from "@jest/globals";
import { defineTable } from "@ornament/contracts/tables/table-keys";
import { type SortColumns, sortColumns } from "./columns.ts";
import type { SearchLabels } from "./table-controls.tsx";

const batches = defineTable({
  sort: { id: "_id", batch: "batchName", size: "size" },
  ties: ["_id"],
  defaultSort: { fieldName: "id", direction: "ASC" },
  search: ["batch"],
  filters: [],
});
interface Batch {
  batch: string;
  size: number;
}
type Columns = SortColumns<Batch, typeof batches, "id">;

const batch = { header: "Batch", cell: (row: Batch) => row.batch };
const size = { header: "Size", cell: (row: Batch) => row.size };

test("each column sorts by its own key, in the order given", () => {
  const columns: Columns = { size, batch };
  expect(sortColumns(columns).map(({ key, sort, header }) => [key, sort, header])).toEqual([
    ["size", "size", "Size"],
    ["batch", "batch", "Batch"],
  ]);
});

test("a table without a column for one of its sort keys doesn't compile", () => {
  // @ts-expect-error: the column `size` is missing.
  const columns: Columns = { batch };
  expect(sortColumns(columns)).toHaveLength(1);
});

test("a table without a label for one of its search keys doesn't compile", () => {
  // @ts-expect-error: the label of `batch` is missing.
  const labels: SearchLabels<typeof batches> = {};
  expect(labels).toEqual({});
});
