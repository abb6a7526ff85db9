/** The collection of the changed rows of all comparisons. They hold personal data, so an erasure removes them. */
export const comparisonRowsCollection = "comparisonRows";

/** A changed row. Its fields are those of `comparedTables`. */
export interface ComparisonRow {
  /** `{comparison} {id}`, with a number filled up with zeros, so that the ids are in the rows' order. */
  _id: string;
  comparison: string;
  /** The `_id` of the document. */
  id: string | number;
  kind: "added" | "removed" | "changed";
  /** The name of the row at the end, or before it was removed. */
  name: string;
  /**
   * The changed fields, in the order of the table. `event` is the id of the event that set the last value, and
   * `request` the request that wrote it; `null` where it is not recorded.
   */
  fields: { field: string; before: string; after: string; event: string; request: string | null }[];
}

/** The condition for the ids of all rows of a comparison. An index leads to them. */
export const rowsOfComparison = (comparison: string) => ({
  _id: { $gte: `${comparison} `, $lt: `${comparison}!` },
});

/** The id of a changed row. */
export const comparisonRowId = (comparison: string, id: string | number): string =>
  `${comparison} ${typeof id === "number" ? String(id).padStart(16, "0") : id}`;
