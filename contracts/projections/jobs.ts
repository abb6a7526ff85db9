import { parsePinCode } from "../values/pin-code.ts";
import type { ProjectionName } from "./names.ts";

/** The work of the active projector for others, who wait for it. See docs/decisions/0056-tables-at-an-instant.md */
export const jobsCollection = "jobs";

/** The end of a replay: every event up to an instant, or up to a position. Both are included. */
export type Until = { readonly instant: Date } | { readonly commit: bigint };

/** Fills read models next to the live ones, and switches to them. */
interface Rebuild {
  kind: "rebuild";
  names: readonly ProjectionName[];
}

/** Compares the live read models with a fresh replay. */
interface Verify {
  kind: "verify";
  names: readonly ProjectionName[];
  /** The day for which the projector itself asks for it. */
  nightlyOf?: string;
}

export interface Outcome {
  passed?: boolean;
  messages?: string[];
}

/** Read models up to an instant or a position. */
interface PastTables {
  kind: "pastTables";
  until: Until;
  names: readonly ProjectionName[];
}

export interface FilledTables {
  /** The generation of each read model. They have the state `past`. */
  generations?: string[];
  /** The last event up to the end; `null` before the first event. */
  last?: { commit: bigint; eventId: string; createdAt: Date } | null;
}

/** The file of a subject, only for the admin who asked for it. See docs/decisions/0060-evidence-files.md */
interface Evidence {
  kind: "evidence";
  subject: string;
}

export interface EvidenceFile {
  /** The text of the file. It holds personal data. */
  file?: string;
  /** Whether it is refused because no event is about the subject. */
  isUnknown?: boolean;
}

export type Work = Rebuild | Verify | PastTables | Evidence;

interface Progress {
  _id: string;
  /** The admin who asked for it; `null` for an operator. */
  askedBy: number | null;
  state: "waiting" | "filling" | "ready" | "refused";
  /** The done part, from 0 to 1. */
  fraction: number;
  /** The reason of a refusal in words, without a full stop; `null` otherwise. */
  reason: string | null;
  requestedAt: Date;
  usedAt: Date;
}

/** A job. It has its result when it is ready. */
export type Job = Progress &
  ((Rebuild & Outcome) | (Verify & Outcome) | (PastTables & FilledTables) | (Evidence & EvidenceFile));

export type JobOf<K extends Work["kind"]> = Extract<Job, { kind: K }>;

export const isOfKind = <K extends Work["kind"]>(job: Job, kind: K): job is JobOf<K> => job.kind === kind;

/** Whether a job waits for the projector, or is being done. */
export const isUnfinished = ({ state }: Pick<Job, "state">) => state === "waiting" || state === "filling";

/** How many ready jobs of a kind stay, and for how long unused. The least recently used one makes room. */
export const jobLimits: Readonly<Record<Work["kind"], { most: number; unusedMilliseconds: number }>> = {
  rebuild: { most: 100, unusedMilliseconds: 15 * 60_000 },
  verify: { most: 100, unusedMilliseconds: 15 * 60_000 },
  pastTables: { most: 2, unusedMilliseconds: 15 * 60_000 },
  // Nobody gets an old file.
  evidence: { most: 2, unusedMilliseconds: 60_000 },
};

/** What people at a screen wait for. The results have personal data, so an erasure ends them. */
export const kindsOfReaders: readonly Work["kind"][] = ["pastTables", "evidence"];
/** They take as long as a replay of the log, so nobody at a screen waits behind them. */
export const kindsOfOperators: readonly Work["kind"][] = ["rebuild", "verify"];

/** The read models that can be shown as they stood. The System action log has its dates as filters. */
export const pastReadModels = [
  "admins",
  "pins",
  "consumers",
  "settings",
  "pinImports",
] as const satisfies readonly ProjectionName[];

const untilText = (until: Until): string =>
  "instant" in until ? until.instant.toISOString() : String(until.commit);

/** The same work that is asked for twice is done once. */
export function jobId(work: Work, askedBy: number | null = null): string {
  switch (work.kind) {
    case "evidence":
      return `evidence ${askedBy} ${work.subject}`;
    case "pastTables":
      return `pastTables ${untilText(work.until)} ${[...work.names].sort().join()}`;
    case "rebuild":
      return `rebuild ${[...work.names].sort().join()}`;
    case "verify":
      return `verify ${[...work.names].sort().join()} ${work.nightlyOf ?? ""}`.trim();
  }
}

/** Asks for work. A job that exists only gets the time of its use. */
export const jobRequest = <W extends Work>(work: W, now: Date, askedBy: number | null = null) => ({
  filter: { _id: jobId(work, askedBy) },
  update: {
    $set: { usedAt: now },
    $setOnInsert: {
      ...work,
      askedBy,
      state: "waiting" as const,
      fraction: 0,
      reason: null,
      requestedAt: now,
    },
  },
});

/** The largest file, in bytes. A document of MongoDB has at most 16 MB. */
export const largestEvidenceFile = 12_000_000;

/** The one spelling of a subject: a PIN in capital letters and without its hyphen. */
export function evidenceSubject(subject: string): string {
  const code = subject.startsWith("pin-") ? parsePinCode(subject.slice("pin-".length)) : undefined;
  return code === undefined ? subject : `pin-${code}`;
}
