import { expect, test } from "@jest/globals";
import { pinsTable } from "../pins/columns.ts";
import { type PinDocument, pinsReadModel } from "../pins/document.ts";
import { sortIndexes } from "../projections/read-model.ts";
import { tableQuery } from "./table.ts";
import { defineTable } from "./table-keys.ts";

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
