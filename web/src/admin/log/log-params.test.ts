import { expect, test } from "@jest/globals";
import { defaultsOf } from "../../ui/table/list-state.ts";
import { countLine, logParams, logRules } from "./log-params.ts";

test.each([
  [0, "No matches found"],
  [1, "1 entry"],
  [2, "Showing 2 entries"],
])("%d entries: %s", (count, line) => expect(countLine(count)).toBe(line));

test("the log is asked for newest first, in the zone that it is shown in", () =>
  expect(logParams({ ...defaultsOf(logRules), query: " pin " }, "America/Chicago")).toEqual({
    page: 1,
    limit: 10,
    fieldName: "date",
    direction: "DESC",
    query: "pin",
    timeZone: "America/Chicago",
  }));

test("an address that asks for the order of ids gets the order of dates", () =>
  expect(logParams({ ...defaultsOf(logRules), fieldName: "id" }, "UTC").fieldName).toBe("date"));
