import { expect, test } from "@jest/globals";
import { actionLogTable } from "@ornament/contracts/action-log/columns";
import { defaultsOf, readListState } from "../../ui/table/list-state.ts";
import { countLine, logParams } from "./log-api.ts";

test.each([
  [0, "No matches found"],
  [1, "1 entry"],
  [2, "Showing 2 entries"],
  [23_130, "Showing 23,130 entries"],
])("the line under a log of %d entries is: %s", (count, line) => expect(countLine(count)).toBe(line));

test("the log is requested newest first, in the time zone in which its dates are shown", () =>
  expect(logParams({ ...defaultsOf(actionLogTable), query: " pin " }, "America/Chicago")).toEqual({
    page: 1,
    limit: 10,
    fieldName: "date",
    direction: "DESC",
    query: "pin",
    timeZone: "America/Chicago",
  }));

test("a URL that sorts the log by id shows it by date", () => {
  const state = readListState(new URLSearchParams("fieldName=id"), actionLogTable);
  expect(logParams(state, "UTC").fieldName).toBe("date");
});
