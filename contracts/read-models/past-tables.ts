import type { ProjectionName } from "../events/projections.ts";

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
export const pastTablesCollection = "pastTables";

/**
 * The largest number of filled former states at a time. The least recently used one makes room for another, and
 * the second one of a caller before the only one of another caller.
 */
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
  /** The admin who asked for it; `null` for the command line. */
  askedBy: number | null;
  requestedAt: Date;
  usedAt: Date;
}

/** An end as a part of an id. */
export const untilText = (until: Until): string =>
  "instant" in until ? until.instant.toISOString() : String(until.commit);

/** The same state that is asked for twice is filled once. */
export const pastTablesId = (until: Until, names: readonly ProjectionName[]): string =>
  `${untilText(until)} ${[...names].sort().join()}`;

/** A request for a former state. A former state that exists only gets the time of its use. */
export const pastTablesRequest = (
  until: Until,
  names: readonly ProjectionName[],
  now: Date,
  askedBy: number | null = null,
) => ({
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
      askedBy,
      requestedAt: now,
    },
  },
});
