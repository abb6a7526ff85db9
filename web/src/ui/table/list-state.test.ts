import { describe, expect, test } from "@jest/globals";
import { actionLogTable } from "@ornament/contracts/tables/action-log";
import { consumersTable } from "@ornament/contracts/tables/consumers";
import { pinsTable } from "@ornament/contracts/tables/pins";
import {
  defaultsOf,
  hasListState,
  isNarrowed,
  type ListAction,
  type ListState,
  listParams,
  readListState,
  reduceList,
  writeListState,
} from "./list-state.ts";

const defaults = defaultsOf(pinsTable);
const start = { ...defaults, page: 7 };
const reduce = (state: ListState<typeof pinsTable>, action: ListAction<typeof pinsTable>) =>
  reduceList(state, action, pinsTable);

describe("a change of a table's state", () => {
  test("a change of the page size, the search or the dates leads to page 1", () => {
    expect(reduce(start, { type: "limit", limit: 50 })).toMatchObject({ page: 1, limit: 50 });
    expect(reduce(start, { type: "search", query: "a" })).toMatchObject({ page: 1, query: "a" });
    expect(reduce(start, { type: "field", field: "email" })).toMatchObject({ page: 1, field: "email" });
    expect(reduce(start, { type: "dates", startDate: "12/01/2026", endDate: "" })).toMatchObject({
      page: 1,
    });
  });

  test("a repeated search changes nothing", () => {
    expect(reduce(start, { type: "search", query: "" })).toBe(start);
  });

  test("another filter or batch leads to page 1", () => {
    expect(reduce(start, { type: "filter", filter: "blocked" })).toMatchObject({
      page: 1,
      filter: "blocked",
    });
    expect(reduce(start, { type: "batch", batch: "spring" })).toMatchObject({ page: 1, batch: "spring" });
  });

  test("clearing the search shows all rows in the chosen order and page size", () => {
    const narrowed: ListState<typeof pinsTable> = {
      page: 4,
      limit: 50,
      fieldName: "email",
      direction: "DESC",
      query: "a",
      field: "email",
      filter: "blocked",
      batch: "spring",
      startDate: "12/01/2026",
      endDate: "12/02/2026",
      conditions: {},
    };
    const all = { ...defaults, limit: 50, fieldName: "email", direction: "DESC" };
    expect(reduce(narrowed, { type: "clear" })).toEqual(all);
  });

  test("a sort by a column is ascending first, then descending, then the default order, and stays on the page", () => {
    const up = reduce(start, { type: "sort", fieldName: "email" });
    expect(up).toMatchObject({ page: 7, fieldName: "email", direction: "ASC" });
    const down = reduce(up, { type: "sort", fieldName: "email" });
    expect(down).toMatchObject({ page: 7, direction: "DESC" });
    expect(reduce(down, { type: "sort", fieldName: "email" })).toEqual(start);
    expect(reduce(down, { type: "sort", fieldName: "pin" })).toMatchObject({
      fieldName: "pin",
      direction: "ASC",
    });
  });

  test("the column of a descending default order is ascending at the first press and descending at the second", () => {
    const log = defaultsOf(actionLogTable);
    const up = reduceList(log, { type: "sort", fieldName: "date" }, actionLogTable);
    expect(up).toMatchObject({ fieldName: "date", direction: "ASC" });
    expect(reduceList(up, { type: "sort", fieldName: "date" }, actionLogTable)).toEqual(log);
  });

  test("an order that is chosen with its direction is used as it is", () => {
    const chosen = reduceList(start, { type: "sort", fieldName: "email", direction: "DESC" }, pinsTable);
    expect(chosen).toMatchObject({ page: 7, fieldName: "email", direction: "DESC" });
  });

  test("a page number beyond the last page becomes the last page, and never 0", () => {
    expect(reduce(start, { type: "counted", count: 41 }).page).toBe(5);
    expect(reduce(start, { type: "counted", count: 0 }).page).toBe(1);
    expect(reduce(start, { type: "counted", count: 70 })).toBe(start);
    expect(reduce(start, { type: "page", page: -3 }).page).toBe(1);
  });
});

describe("the conditions of a table", () => {
  const log = defaultsOf(actionLogTable);
  const set = (state: typeof log, conditions: (typeof log)["conditions"]) =>
    reduceList(state, { type: "conditions", set: conditions }, actionLogTable);

  test("a condition leads to page 1 and keeps the other conditions, and an empty text removes it", () => {
    const both = set(set({ ...log, page: 3 }, { actor: "admin-3" }), { role: "ADMIN" });
    expect(both).toMatchObject({ page: 1, conditions: { actor: "admin-3", role: "ADMIN" } });
    expect(set(both, { role: "" }).conditions).toEqual({ actor: "admin-3" });
  });

  test("clearing the search removes every condition", () =>
    expect(reduceList(set(log, { role: "ADMIN" }), { type: "clear" }, actionLogTable)).toEqual(log));

  test("the conditions of a table are in its URL, in the parameters of its calls, and narrow its rows", () => {
    const state = set(log, { subject: "pin-ABCD123", until: "2026-12-01T16:43:00.000Z" });
    const params = writeListState(state, actionLogTable);
    expect(params.toString()).toBe("subject=pin-ABCD123&until=2026-12-01T16%3A43%3A00.000Z");
    expect(readListState(params, actionLogTable)).toEqual(state);
    expect(listParams(state)).toMatchObject(state.conditions);
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
});

describe("a table's state in the URL", () => {
  test("a URL holds only the differences from the defaults, and keeps its other parameters", () => {
    const state: ListState<typeof consumersTable> = {
      ...defaultsOf(consumersTable),
      page: 3,
      query: "a b&c",
      filter: "unconfirmed",
      startDate: "12/01/2026",
    };
    const params = writeListState(state, consumersTable, new URLSearchParams("tab=2&limit=50"));
    expect(Object.fromEntries(params)).toEqual({
      tab: "2",
      page: "3",
      query: "a b&c",
      filter: "unconfirmed",
      startDate: "12/01/2026",
    });
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
});

test("the parameters of a call hold a trimmed search term and only the dates that are set", () => {
  expect(listParams({ ...defaults, query: " x ", endDate: "12/24/2026" })).toEqual({
    page: 1,
    limit: 10,
    fieldName: "id",
    direction: "ASC",
    query: "x",
    field: "all",
    endDate: "12/24/2026",
  });
});

test("the parameters of a call hold the filter and the batch that are chosen", () =>
  expect(listParams({ ...defaults, filter: "blocked", batch: "spring" })).toMatchObject({
    filter: "blocked",
    batch: "spring",
  }));

test("a search of spaces or a field alone narrows nothing; every other filter does", () => {
  expect(isNarrowed({ ...defaults, query: " ", field: "email" })).toBe(false);
  const narrowing = [
    { query: "a" },
    { filter: "blocked" },
    { batch: "b" },
    { startDate: "x" },
    { endDate: "x" },
  ];
  for (const part of narrowing) expect(isNarrowed({ ...defaults, ...part })).toBe(true);
});

test("a sort or search key that the table doesn't have doesn't compile", () => {
  // @ts-expect-error: PINs have no sort key `password`.
  reduce(start, { type: "sort", fieldName: "password" });
  // @ts-expect-error: PINs have no search key `batchName`.
  reduce(start, { type: "field", field: "batchName" });
  expect.assertions(0);
});
