import { expect, test } from "@jest/globals";
import { actionLogTable } from "@ornament/contracts/action-log/columns";
import { consumersTable } from "@ornament/contracts/consumers/columns";
import { pinsTable } from "@ornament/contracts/pins/columns";
import { defineTable } from "@ornament/contracts/tables/table-keys";
import { type SortColumns, sortColumns } from "./columns.ts";
import {
  changedList,
  defaultsOf,
  filterCount,
  hasListState,
  isNarrowed,
  type ListState,
  listParams,
  nextOrder,
  readListState,
  withAllRows,
  writeListState,
} from "./list-state.ts";
import type { SearchLabels } from "./table-controls.tsx";
import { pagerWindow, rowRange } from "./table-foot.tsx";

const defaults = defaultsOf(pinsTable);
const start = { ...defaults, page: 7 };

test.each([
  { limit: 50 },
  { query: "a" },
  { field: "email" },
  { filter: "blocked" },
  { batch: "spring" },
  { startDate: "12/01/2026" },
] as const)("a change of a table to %j leads to page 1 and keeps the rest", (part) =>
  expect(changedList<typeof pinsTable>(start, part)).toEqual({ ...start, ...part, page: 1 }),
);

test("all rows are shown in the chosen order and page size, without any condition", () => {
  const layout = { limit: 50, fieldName: "date", direction: "ASC" } as const;
  const narrowed = { query: "a", endDate: "12/02/2026", conditions: { role: "ADMIN" } };
  const log = { ...defaultsOf(actionLogTable), ...layout };
  const state = { ...log, ...narrowed };
  expect(changedList(state, withAllRows(state))).toEqual(log);
});

test("an order stays on the page", () =>
  expect(changedList(start, { fieldName: "email" })).toMatchObject({ page: 7, fieldName: "email" }));

test("a press on a column's header sorts up first, then down, then in the default order", () => {
  const up = { fieldName: "email", direction: "ASC" } as const;
  const down = { fieldName: "email", direction: "DESC" } as const;
  expect(nextOrder(start, "email", pinsTable)).toEqual(up);
  expect(nextOrder(up, "email", pinsTable)).toEqual(down);
  expect(nextOrder(down, "email", pinsTable)).toEqual(pinsTable.defaultSort);
  expect(nextOrder(down, "pin", pinsTable)).toEqual({ fieldName: "pin", direction: "ASC" });
});

test("the column of a descending default order is ascending at the first press and descending at the second", () => {
  const up = nextOrder(actionLogTable.defaultSort, "date", actionLogTable);
  expect(up).toEqual({ fieldName: "date", direction: "ASC" });
  expect(nextOrder(up, "date", actionLogTable)).toEqual(actionLogTable.defaultSort);
});

const log = defaultsOf(actionLogTable);

test("a condition leads to page 1 and keeps the other conditions, and an empty text removes it", () => {
  const actor = changedList({ ...log, page: 3 }, { conditions: { actor: "admin-3" } });
  const both = changedList(actor, { conditions: { role: "ADMIN" } });
  expect(both).toMatchObject({ page: 1, conditions: { actor: "admin-3", role: "ADMIN" } });
  expect(changedList(both, { conditions: { role: "" } }).conditions).toEqual({ actor: "admin-3" });
});

test("the conditions of a table are in its URL, in the parameters of its calls, and narrow its rows", () => {
  const conditions = { subject: "pin-ABCD123", until: "2026-12-01T16:43:00.000Z" };
  const state = changedList(log, { conditions });
  const params = writeListState(state, actionLogTable);
  expect(params.toString()).toBe("subject=pin-ABCD123&until=2026-12-01T16%3A43%3A00.000Z");
  expect(readListState(params, actionLogTable)).toEqual(state);
  expect(listParams(state)).toMatchObject(conditions);
  expect(isNarrowed(state)).toBe(true);
  expect(writeListState(log, actionLogTable, params).toString()).toBe("");
});

test("a condition in the URL of a table without it is ignored and stays in the URL", () => {
  const params = new URLSearchParams("actor=admin-3");
  expect(readListState(params, pinsTable).conditions).toEqual({});
  expect(hasListState(params, pinsTable)).toBe(false);
  expect(hasListState(params, actionLogTable)).toBe(true);
  expect(writeListState(defaults, pinsTable, params).toString()).toBe("actor=admin-3");
});

test("a URL holds only the differences from the defaults, and keeps its other parameters", () => {
  const set = { query: "a b&c", filter: "unconfirmed", startDate: "12/01/2026" } as const;
  const state: ListState<typeof consumersTable> = { ...defaultsOf(consumersTable), ...set, page: 3 };
  const params = writeListState(state, consumersTable, new URLSearchParams("tab=2&limit=50"));
  expect(Object.fromEntries(params)).toEqual({ ...set, tab: "2", page: "3" });
  expect(readListState(params, consumersTable)).toEqual(state);
});

test("unknown values in a URL are ignored", () => {
  const params = new URLSearchParams(
    "page=-1&limit=7&fieldName=password&direction=up&field=$where&filter=unconfirmed&startDate=12/01/2026&query=%20",
  );
  expect(readListState(params, pinsTable)).toEqual({ ...defaults, query: " " });
});

test("an unreadable date in a URL is kept, so that a message can name it", () => {
  const state = readListState(new URLSearchParams("startDate=yesterday"), consumersTable);
  expect(state).toMatchObject({ startDate: "yesterday", endDate: "" });
});

test("a page number in a URL is never above the API's maximum", () =>
  expect(readListState(new URLSearchParams("page=99999999999"), pinsTable).page).toBe(10_000_000));

test("a batch in the URL of a table without batches is ignored", () => {
  expect(readListState(new URLSearchParams("batch=spring"), pinsTable).batch).toBe("spring");
  expect(readListState(new URLSearchParams("batch=spring"), consumersTable).batch).toBe("");
});

test("the parameters of a call hold a trimmed search term and only the dates, filter and batch that are set", () => {
  const sent = { page: 1, limit: 10, fieldName: "id", direction: "ASC", query: "x", field: "all" };
  const chosen = { endDate: "12/24/2026", filter: "blocked", batch: "spring" } as const;
  expect(listParams({ ...defaults, query: " x ", ...chosen })).toEqual({ ...sent, ...chosen });
});

test("a search of spaces or a field alone narrows nothing; every other filter does", () => {
  expect(isNarrowed({ ...defaults, query: " ", field: "email" })).toBe(false);
  const parts = [{ query: "a" }, { filter: "blocked" }, { batch: "b" }, { startDate: "x" }, { endDate: "x" }];
  for (const part of parts) expect(isNarrowed({ ...defaults, ...part })).toBe(true);
});

test.each([
  ["no filter", {}, 0],
  ["a search", { query: "ann", field: "email" }, 0],
  ["a filter and a batch", { filter: "blocked", batch: "Winter" }, 2],
  ["both dates, which are one filter", { startDate: "12/01/2026", endDate: "12/07/2026" }, 1],
  ["two conditions and a date", { endDate: "12/07/2026", conditions: { role: "ADMIN", actor: "x" } }, 3],
])("the filters of %s are counted", (_, set, count) =>
  expect(filterCount({ ...defaults, ...set })).toBe(count),
);

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

test.each([
  ["all pages when there are at most 10", 4, 10, "1 2 3 4 5 6 7 8 9 10"],
  ["a gap on each side of the current page", 10, 20, "1 2 3 gap-before 9 10 11 gap-after 18 19 20"],
  ["both gaps also of 11 pages", 6, 11, "1 2 3 gap-before 5 6 7 gap-after 9 10 11"],
  ["one gap on the first page", 1, 20, "1 2 3 gap-before 18 19 20"],
  ["no page twice near the first one", 3, 20, "1 2 3 4 gap-after 18 19 20"],
  ["no gap between neighbors at the start", 5, 20, "1 2 3 4 5 6 gap-after 18 19 20"],
  ["no gap between neighbors at the end", 17, 20, "1 2 3 gap-before 16 17 18 19 20"],
  ["one gap on the last page", 20, 20, "1 2 3 gap-before 18 19 20"],
])("the pager has %s", (_what, page, pages, shown) => expect(pagerWindow(page, pages).join(" ")).toBe(shown));

test("the range of rows on the last page ends with the last row", () => {
  expect(rowRange(1, 10, 4)).toEqual({ start: 1, end: 4 });
  expect(rowRange(3, 25, 60)).toEqual({ start: 51, end: 60 });
});
