import { expect, test } from "@jest/globals";
import { actionLogTable } from "@ornament/contracts/action-log/columns";
import { consumersTable } from "@ornament/contracts/consumers/columns";
import { pinsTable } from "@ornament/contracts/pins/columns";
import {
  changedList,
  defaultsOf,
  hasListState,
  isNarrowed,
  type ListState,
  listParams,
  nextOrder,
  readListState,
  withAllRows,
  writeListState,
} from "./list-state.ts";

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

test("a table's own default sort is used and is not written to the URL", () => {
  const log = readListState(new URLSearchParams(), actionLogTable);
  expect(log).toMatchObject({ fieldName: "date", direction: "DESC" });
  expect(writeListState(log, actionLogTable).toString()).toBe("");
});

test("the parameters of a call hold a trimmed search term and only the dates that are set", () => {
  const sent = { page: 1, limit: 10, fieldName: "id", direction: "ASC", query: "x", field: "all" };
  const endDate = "12/24/2026";
  expect(listParams({ ...defaults, query: " x ", endDate })).toEqual({ ...sent, endDate });
});

test("the parameters of a call hold the filter and the batch that are chosen", () => {
  const chosen = { filter: "blocked", batch: "spring" } as const;
  expect(listParams({ ...defaults, ...chosen })).toMatchObject(chosen);
});

test("a search of spaces or a field alone narrows nothing; every other filter does", () => {
  expect(isNarrowed({ ...defaults, query: " ", field: "email" })).toBe(false);
  const parts = [{ query: "a" }, { filter: "blocked" }, { batch: "b" }, { startDate: "x" }, { endDate: "x" }];
  for (const part of parts) expect(isNarrowed({ ...defaults, ...part })).toBe(true);
});
