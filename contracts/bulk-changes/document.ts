import type { ReadModel, Stored } from "../projections/read-model.ts";
import type { LeftAloneReason } from "./events.ts";

/** A deactivation or activation of many PINs. The newest has the latest `startedAt`, then the highest `_id`. */
export interface BulkChangeDocument extends Stored {
  _id: string;
  change: "deactivate" | "activate";
  comment: string;
  /** The batch of all of its PINs; `null` if they are of several. */
  batch: string | null;
  state: "running" | "stopping" | "completed" | "stopped";
  /** PINs: `done` of `total` are changed, had the wanted state already, or are refused. */
  total: number;
  done: number;
  changed: number;
  already: number;
  refused: number;
  /** The first 100 that had the wanted state already, and the first 100 that were refused. */
  firstAlready: string[];
  firstRefused: { code: string; reason: LeftAloneReason }[];
  /** The admin who started it; `null` if the event names none. */
  adminId: number | null;
  /** The bulk change that it undoes, and the start of that one. */
  undoes: { id: string; startedAt: Date } | null;
  startedAt: Date;
  updatedAt: Date;
}

export interface UndoneDocument extends Stored {
  _id: string;
  by: string;
}

export const bulkChangesReadModel = {
  name: "bulkChanges",
  version: 1,
  collections: {
    main: { deletes: false, indexes: [{ key: { startedAt: 1, _id: 1 } }, { key: { state: 1 } }] },
    undone: { deletes: false, indexes: [] },
  },
} as const satisfies ReadModel<"main" | "undone">;
