import type { ReadModel, Stored } from "../projections/read-model.ts";

type RefusedRow = { line: number; text: string; reason: string };

/** A part of the rows that an import left out (part `refusals`). An import of an older build has none. */
export interface PinImportRefusalsDocument extends Stored {
  _id: string;
  importId: string;
  /** From 0. */
  page: number;
  rows: RefusedRow[];
}

/** A CSV import of PINs. The newest has the latest `startedAt`, then the highest `_id`. */
export interface PinImportDocument extends Stored {
  _id: string;
  fileName: string;
  batchName: string;
  bytes: number;
  state: "running" | "completed" | "interrupted";
  /** The counts of an interrupted import are lower bounds. */
  rows: number;
  added: number;
  duplicates: number;
  bad: number;
  /** The admin who started it; `null` if no admin did. */
  startedBy: number | null;
  /** The first rows that were not imported, at most 100. */
  refused: RefusedRow[];
  /** The number of refused rows that are kept: here, or in the parts. */
  refusedRows: number;
  reason: string | null;
  startedAt: Date;
  updatedAt: Date;
}

export const pinImportsReadModel = {
  name: "pinImports",
  version: 2,
  collections: {
    main: { deletes: false, indexes: [{ key: { startedAt: 1, _id: 1 } }] },
    refusals: { deletes: false, indexes: [{ key: { importId: 1, page: 1 } }] },
  },
} as const satisfies ReadModel<"main" | "refusals">;
