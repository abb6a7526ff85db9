import type { ProjectionName } from "../events/projections.ts";
import { type Until, untilText } from "./past-tables.ts";

/**
 * The collection of comparisons of a table between two instants. Readers insert documents, and the active
 * projector makes and ends them.
 */
export const comparisonsCollection = "comparisons";

/** The largest number of made comparisons at a time. They make room as former states do. */
export const mostComparisons = 2;

/** The changes of a table's rows after `from`, up to `to`. */
export interface Comparison {
  /** `comparisonId`. */
  _id: string;
  from: Until;
  to: Until;
  table: ProjectionName;
  state: "waiting" | "filling" | "ready" | "refused";
  fraction: number;
  reason: string | null;
  /** The number of changed rows, when it is ready. */
  rows: number;
  /** The admin who asked for it; `null` for the command line. */
  askedBy: number | null;
  requestedAt: Date;
  usedAt: Date;
}

export const comparisonId = (table: ProjectionName, from: Until, to: Until): string =>
  `${table} ${untilText(from)} ${untilText(to)}`;

/** A request for a comparison. A comparison that exists only gets the time of its use. */
export const comparisonRequest = (
  table: ProjectionName,
  from: Until,
  to: Until,
  now: Date,
  askedBy: number | null = null,
) => ({
  filter: { _id: comparisonId(table, from, to) },
  update: {
    $set: { usedAt: now },
    $setOnInsert: {
      from,
      to,
      table,
      state: "waiting" as const,
      fraction: 0,
      reason: null,
      rows: 0,
      askedBy,
      requestedAt: now,
    },
  },
});

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
