import { expect, test } from "@jest/globals";
import { everyField, everyRow } from "@ornament/contracts/tables/table-keys";
import { filterCount } from "./list-state.ts";

const all = {
  query: "",
  field: everyField,
  filter: everyRow,
  batch: "",
  startDate: "",
  endDate: "",
  conditions: {},
};

test.each([
  ["no filter", {}, 0],
  ["a search", { query: "ann", field: "email" }, 0],
  ["a filter and a batch", { filter: "blocked", batch: "Winter" }, 2],
  ["both dates, which are one filter", { startDate: "12/01/2026", endDate: "12/07/2026" }, 1],
  [
    "two conditions and a date",
    { endDate: "12/07/2026", conditions: { role: "ADMIN", actor: "admin-1" } },
    3,
  ],
])("the filters of %s are counted", (_, set, count) => expect(filterCount({ ...all, ...set })).toBe(count));
