import { describe, expect, test } from "@jest/globals";
import { actionLogTable } from "@ornament/contracts/tables/action-log";
import { pinsTable } from "@ornament/contracts/tables/pins";
import { defaultsOf, listParams, readListState, reduceList, writeListState } from "./list-state.ts";

const defaults = defaultsOf(pinsTable);
const start = { ...defaults, page: 7 };

describe("a change of what a table shows", () => {
  test("a change of the page size, the search or the dates leads to page 1", () => {
    expect(reduceList(start, { type: "limit", limit: 50 })).toMatchObject({ page: 1, limit: 50 });
    expect(reduceList(start, { type: "search", query: "a" })).toMatchObject({ page: 1, query: "a" });
    expect(reduceList(start, { type: "field", field: "email" })).toMatchObject({ page: 1, field: "email" });
    expect(reduceList(start, { type: "dates", startDate: "12/01/2026", endDate: "" })).toMatchObject({
      page: 1,
    });
  });

  test("a repeated search changes nothing", () => {
    expect(reduceList(start, { type: "search", query: "" })).toBe(start);
  });

  test("a sort by a column is ascending first, then descending, and stays on the page", () => {
    const up = reduceList(start, { type: "sort", fieldName: "email" });
    expect(up).toMatchObject({ page: 7, fieldName: "email", direction: "ASC" });
    const down = reduceList(up, { type: "sort", fieldName: "email" });
    expect(down).toMatchObject({ page: 7, direction: "DESC" });
    expect(reduceList(down, { type: "sort", fieldName: "email" }).direction).toBe("ASC");
    expect(reduceList(down, { type: "sort", fieldName: "pin" })).toMatchObject({
      fieldName: "pin",
      direction: "ASC",
    });
  });

  test("a page number beyond the last page becomes the last page, and never 0", () => {
    expect(reduceList(start, { type: "counted", count: 41 }).page).toBe(5);
    expect(reduceList(start, { type: "counted", count: 0 }).page).toBe(1);
    expect(reduceList(start, { type: "counted", count: 70 })).toBe(start);
    expect(reduceList(start, { type: "page", page: -3 }).page).toBe(1);
  });
});

describe("a table's state in the address", () => {
  test("an address holds only what differs from the defaults, and keeps its other parameters", () => {
    const state = { ...defaults, page: 3, query: "a b&c", startDate: "12/01/2026" };
    const params = writeListState(state, pinsTable, new URLSearchParams("tab=2&limit=50"));
    expect(Object.fromEntries(params)).toEqual({
      tab: "2",
      page: "3",
      query: "a b&c",
      startDate: "12/01/2026",
    });
    expect(readListState(params, pinsTable)).toEqual(state);
  });

  test("values in an address that the table doesn't know are ignored", () => {
    const params = new URLSearchParams(
      "page=-1&limit=7&fieldName=password&direction=up&field=$where&startDate=yesterday&query=%20",
    );
    expect(readListState(params, pinsTable)).toEqual({ ...defaults, query: " " });
  });

  test("a table's own default sort is used and is not written to the address", () => {
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

test("a sort or search key that the table doesn't have doesn't compile", () => {
  // @ts-expect-error: PINs have no sort key `password`.
  reduceList(start, { type: "sort", fieldName: "password" });
  // @ts-expect-error: PINs have no search key `batchName`.
  reduceList(start, { type: "field", field: "batchName" });
  expect.assertions(0);
});
