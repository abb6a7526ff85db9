import type { ProjectionName } from "../events/projections.ts";
import { readModelNames } from "./snapshot-rules.ts";

/** The read models that can be shown as they stood. The System action log has its dates as filters. */
export const pastReadModels = [
  "admins",
  "pins",
  "consumers",
  "settings",
  "pinImports",
] as const satisfies readonly ProjectionName[];

/**
 * The collection of the former states of read models: a document for each state that was asked for. Readers
 * insert documents, and the active projector fills and ends them. See docs/decisions/0056-tables-at-an-instant.md
 */
export const pastTablesCollection = readModelNames.pastTables;

/** The largest number of former states at a time. The least recently used one makes room for another. */
export const mostPastTables = 2;

/** The time after the last use at which a former state is removed. */
export const pastTablesMilliseconds = 15 * 60_000;

/** The end of a replay: every event up to an instant, or up to a position. Both are included. */
export type Until = { readonly instant: Date } | { readonly commit: bigint };

/** Read models up to an instant or a position. */
export interface PastTables {
  /** `pastTablesId`. */
  _id: string;
  until: Until;
  names: ProjectionName[];
  state: "waiting" | "filling" | "ready" | "refused";
  /** The filled part, from 0 to 1. */
  fraction: number;
  /** The reason of a refusal in words, without a full stop; `null` otherwise. */
  reason: string | null;
  /** The generation of each read model, when it is ready. They have the state `past`. */
  generations: string[];
  /** The last event up to the end; `null` before the first event, and until it is ready. */
  last: { commit: bigint; eventId: string; createdAt: Date } | null;
  requestedAt: Date;
  usedAt: Date;
}

/** The same state that is asked for twice is filled once. */
export const pastTablesId = (until: Until, names: readonly ProjectionName[]): string =>
  `${textOf(until)} ${[...names].sort().join()}`;

/** A request for a former state. A former state that exists only gets the time of its use. */
export const pastTablesRequest = (until: Until, names: readonly ProjectionName[], now: Date) => ({
  filter: { _id: pastTablesId(until, names) },
  update: {
    $set: { usedAt: now },
    $setOnInsert: {
      until,
      names: [...names],
      state: "waiting" as const,
      fraction: 0,
      reason: null,
      generations: [],
      last: null,
      requestedAt: now,
    },
  },
});

/**
 * The collection of comparisons of a table between two instants. Readers insert documents, and the active
 * projector makes and ends them.
 */
export const comparisonsCollection = readModelNames.comparisons;

/** The largest number of comparisons at a time. The least recently used one makes room for another. */
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
  requestedAt: Date;
  usedAt: Date;
}

const textOf = (until: Until) => ("instant" in until ? until.instant.toISOString() : String(until.commit));

export const comparisonId = (table: ProjectionName, from: Until, to: Until): string =>
  `${table} ${textOf(from)} ${textOf(to)}`;

/** A request for a comparison. A comparison that exists only gets the time of its use. */
export const comparisonRequest = (table: ProjectionName, from: Until, to: Until, now: Date) => ({
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
      requestedAt: now,
    },
  },
});

/** The collection of the changed rows of all comparisons. They hold personal data, so an erasure removes them. */
export const comparisonRowsCollection = readModelNames.comparisonRows;

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
