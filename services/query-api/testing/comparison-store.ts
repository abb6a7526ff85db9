import type { ComparedTableName } from "@ornament/contracts/read-models/compared-tables";
import {
  type ComparisonRow,
  comparisonRowId,
  comparisonRowsCollection,
} from "@ornament/contracts/read-models/comparisons";
import { type JobOf, jobId, jobsCollection } from "@ornament/contracts/read-models/jobs";
import type { Db } from "mongodb";

/** The instants between which the tests ask for changes. */
export const from = "2026-11-24T00:00:00.000Z";
export const to = "2026-11-25T00:00:00.000Z";
export const ends = [{ instant: new Date(from) }, { instant: new Date(to) }] as const;
const between = `from=${from}&to=${to}`;

export const changesPath = (table: string, query = "") => `/api/admin/changes/${table}?${between}${query}`;
export const changesExportPath = (table: string, query = "") =>
  `/api/admin/export/changes/${table}?${between}${query}`;

export type ChangedDocument = Omit<ComparisonRow, "_id" | "comparison">;

/** A PIN that an admin deactivated by the event `deactivated`. */
export const blockedPin: ChangedDocument = {
  id: 9,
  kind: "changed",
  name: "TREE-001",
  fields: [
    { field: "status", before: "Registered", after: "Deactivated", event: "deactivated", request: null },
  ],
};

/** A PIN that was added by an event without an entry in the System action log. */
export const addedPin = (id: number): ChangedDocument => ({
  id,
  kind: "added",
  name: `PIN ${id}`,
  fields: [{ field: "status", before: "", after: "Not registered", event: "unknown", request: null }],
});

export const comparisonIdOf = (table: ComparedTableName) =>
  jobId({ kind: "comparison", table, from: ends[0], to: ends[1] });

/** The comparisons of a database, which tests fill in place of the projector. */
export function comparisonStore(db: () => Db) {
  const comparisons = () => db().collection<JobOf<"comparison">>(jobsCollection);
  const rowsCollection = () => db().collection<ComparisonRow>(comparisonRowsCollection);
  return {
    comparisons,
    async clear() {
      await comparisons().deleteMany({});
      await rowsCollection().deleteMany({});
    },
    removeRows: () => rowsCollection().deleteMany({}),
    /** Stores what the projector stores for a comparison that nobody has used yet. */
    async put(
      table: ComparedTableName,
      change: Partial<JobOf<"comparison">>,
      rows: readonly ChangedDocument[] = [],
    ) {
      const comparison = comparisonIdOf(table);
      if (rows.length > 0)
        await rowsCollection().insertMany(
          rows.map((row) => ({ _id: comparisonRowId(comparison, row.id), comparison, ...row })),
        );
      await comparisons().insertOne({
        _id: comparison,
        kind: "comparison",
        from: ends[0],
        to: ends[1],
        table,
        state: "ready",
        fraction: 1,
        reason: null,
        rows: rows.length,
        askedBy: null,
        requestedAt: new Date(0),
        usedAt: new Date(0),
        ...change,
      });
    },
  };
}
