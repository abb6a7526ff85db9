import { expect, test } from "@jest/globals";
import type { pinRoutes } from "../pins/api.ts";
import { pinsTable } from "../pins/columns.ts";
import { type PinDocument, pinsReadModel } from "../pins/document.ts";
import { sortIndexes } from "../projections/read-model.ts";
import type { QueryOf } from "../routes/route.ts";
import { tableQuery } from "./table.ts";
import { defineTable, type SearchKey, type SortKey } from "./table-keys.ts";

const batches = defineTable({
  sort: { id: "_id", code: "_id", batch: "batchName" },
  ties: ["_id"],
  defaultSort: { fieldName: "batch", direction: "DESC" },
  search: ["batch"],
  filters: [],
});

test("the query of a table takes its sort and search keys and no others", () => {
  const query = tableQuery(batches);
  expect(query.parse({})).toEqual({
    page: 1,
    limit: 10,
    fieldName: "batch",
    direction: "DESC",
    query: "",
    field: "all",
    filter: "all",
  });
  expect(query.parse({ fieldName: "code", field: "batch" })).toMatchObject({
    fieldName: "code",
    field: "batch",
  });
  expect(query.safeParse({ fieldName: "batchName" }).success).toBe(false);
  expect(query.safeParse({ field: "code" }).success).toBe(false);
});

test("a table has an index for each field that it sorts by, with the ties after it", () => {
  expect(sortIndexes<PinDocument>()(batches)).toEqual([{ key: { batchName: 1, _id: 1 } }]);
  for (const field of Object.values(pinsTable.sort)) {
    const indexed = pinsReadModel.collections.main.indexes.map(({ key }) => Object.keys(key)[0]);
    expect(["_id", ...indexed]).toContain(field);
  }
});

// Only the compiler checks the rest.

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type PinQuery = QueryOf<(typeof pinRoutes)["listPins"]>;

test("the keys of a table are the keys of its route, or this file doesn't compile", () => {
  const sorts: Same<PinQuery["fieldName"], SortKey<typeof pinsTable>> = true;
  const searches: Same<PinQuery["field"], SearchKey<typeof pinsTable> | "all"> = true;
  expect([sorts, searches]).toEqual([true, true]);
});

test("a sort key that names no field of the documents does not compile", () => {
  const misspelled = defineTable({
    sort: { id: "_id", batch: "batchNames" },
    ties: ["_id"],
    defaultSort: { fieldName: "id", direction: "ASC" },
    search: [],
    filters: [],
  });
  // @ts-expect-error: PINs have no field `batchNames`.
  expect(sortIndexes<PinDocument>()(misspelled)).toHaveLength(1);
});

test("a default sort that is not a sort key does not compile", () => {
  const keys = { sort: { id: "_id" }, ties: ["_id"], search: [] } as const;
  // @ts-expect-error: the table can't be sorted by `date`.
  expect(defineTable({ ...keys, defaultSort: { fieldName: "date", direction: "ASC" } })).toBeDefined();
});
