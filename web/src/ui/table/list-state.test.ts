import { describe, expect, test } from "@jest/globals";
import {
  defaultsOf,
  type ListRules,
  listParams,
  readListState,
  reduceList,
  writeListState,
} from "./list-state.ts";

const rules: ListRules = { sortFields: ["email", "pin"], searchFields: ["email"] };
const start = { ...defaultsOf(rules), page: 7 };

describe("changing what a table shows", () => {
  test("another page size or search begins at page 1", () => {
    expect(reduceList(start, { type: "limit", limit: 50 })).toMatchObject({ page: 1, limit: 50 });
    expect(reduceList(start, { type: "search", query: "a" })).toMatchObject({ page: 1, query: "a" });
    expect(reduceList(start, { type: "field", field: "email" })).toMatchObject({ page: 1, field: "email" });
    expect(reduceList(start, { type: "dates", startDate: "12/01/2026", endDate: "" })).toMatchObject({
      page: 1,
    });
  });

  test("the same search again changes nothing", () => {
    expect(reduceList(start, { type: "search", query: "" })).toBe(start);
  });

  test("sorting by a column goes up first, then down, and stays on the page", () => {
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

  test("a page beyond the last becomes the last, never 0", () => {
    expect(reduceList(start, { type: "counted", count: 41 }).page).toBe(5);
    expect(reduceList(start, { type: "counted", count: 0 }).page).toBe(1);
    expect(reduceList(start, { type: "counted", count: 70 })).toBe(start);
    expect(reduceList(start, { type: "page", page: -3 }).page).toBe(1);
  });
});

describe("the address", () => {
  test("holds only what differs, and keeps other parameters", () => {
    const state = { ...defaultsOf(rules), page: 3, query: "a b&c", startDate: "12/01/2026" };
    const params = writeListState(state, rules, new URLSearchParams("tab=2&limit=50"));
    expect(Object.fromEntries(params)).toEqual({
      tab: "2",
      page: "3",
      query: "a b&c",
      startDate: "12/01/2026",
    });
    expect(readListState(params, rules)).toEqual(state);
  });

  test("can't ask for what the table doesn't know", () => {
    const params = new URLSearchParams(
      "page=-1&limit=7&fieldName=password&direction=up&field=$where&startDate=yesterday&query=%20",
    );
    expect(readListState(params, rules)).toEqual({ ...defaultsOf(rules), query: " " });
  });

  test("a table's own defaults count", () => {
    const log: ListRules = {
      ...rules,
      sortFields: ["date"],
      defaults: { fieldName: "date", direction: "DESC" },
    };
    expect(readListState(new URLSearchParams(), log)).toMatchObject({ fieldName: "date", direction: "DESC" });
    expect(writeListState(defaultsOf(log), log).toString()).toBe("");
  });
});

test("the call gets a trimmed term and only the dates that are set", () => {
  const state = { ...defaultsOf(rules), query: " x ", endDate: "12/24/2026" };
  expect(listParams(state, "America/Chicago")).toEqual({
    page: 1,
    limit: 10,
    fieldName: "id",
    direction: "ASC",
    query: "x",
    field: "all",
    endDate: "12/24/2026",
    timeZone: "America/Chicago",
  });
});
