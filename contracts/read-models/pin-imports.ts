import type { ReadModel, Stored } from "./read-model.ts";

/** A CSV import of PINs. The newest has the latest `startedAt`, then the highest `_id`. */
export interface PinImportDocument extends Stored {
  /** The importId. */
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
  /** The first rows that were not imported. */
  refused: { line: number; text: string; reason: string }[];
  /** The reason why it was interrupted. */
  reason: string | null;
  startedAt: Date;
  updatedAt: Date;
}

export const pinImportsReadModel = {
  name: "pinImports",
  version: 1,
  collections: { main: { deletes: false, indexes: [{ key: { startedAt: 1, _id: 1 } }] } },
} as const satisfies ReadModel;
