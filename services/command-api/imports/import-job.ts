import { streams } from "@ornament/contracts/events/streams";
import { Refusal } from "@ornament/contracts/routes/errors";
import { waitInWords } from "@ornament/contracts/values/wait";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import { withinDeadline } from "@ornament/platform/deadline/deadline";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { logLevelOf, StorageFullError, StoreRefusedError } from "@ornament/platform/eventstore/store-errors";
import type { Aggregates } from "../aggregates.ts";
import type { Parts } from "../compose-parts.ts";
import type { Dependencies } from "../dependencies.ts";
import { ofSystem } from "../http/request-contexts.ts";
import type { JobKind } from "../jobs/job-runs.ts";
import type { ImportCounts } from "./decider.ts";
import { importedCounts } from "./import-texts.ts";

/** Short, because the request waits for it. */
const firstAttemptMilliseconds = 1_000;

/**
 * Nobody can continue an import whose process has ended, because the file is gone: it is marked as interrupted.
 * The PINs that it added stay, and the file can be imported again.
 */
export const importJob = (
  parts: Pick<Aggregates, "pinImports"> & Pick<Dependencies, "uuid" | "clock">,
): JobKind => ({
  streamOf: streams.pinImport,
  start: "PinImportStarted",
  ends: ["PinImportCompleted", "PinImportInterrupted"],
  async resume(importId) {
    const command = { type: "Interrupt", counts: undefined, reason: "the server stopped" } as const;
    await parts.pinImports.handle(importId, command, ofSystem(parts));
  },
});

/** Records that an import stopped: in the background, if the event store accepts no appends now. */
export async function interrupt(
  { pinImports, jobs, logger }: Parts,
  { importId, context }: { importId: string; context: CommandContext },
  counts: ImportCounts,
  error: unknown,
): Promise<void> {
  const reason = reasonOf(error);
  const record = () =>
    pinImports.handle(importId, { type: "Interrupt", counts, reason }, stepOf(context, "interrupt"));
  try {
    await withinDeadline(firstAttemptMilliseconds, record);
  } catch (failure) {
    const fields = { err: failure, importId };
    logger[logLevelOf(failure)](fields, "The interruption of an import is not recorded yet");
    jobs.run("pinImport", importId, record);
  }
}

/** The recorded reason. A failure's message is for the importer: it says when to try again. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return "something went wrong on our side";
  return error.status >= 500 ? whyOf(error) : error.message;
}

function whyOf(error: Refusal): string {
  if (error instanceof StorageFullError) return "there is no space left";
  if (error instanceof StoreRefusedError) return "the event store refuses to take PINs";
  return "the event store does not answer";
}

/** The error for the importer: how many PINs were added, and that the file can be imported again. */
export function stoppedAt(counts: ImportCounts, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.status < 500) return error;
  const why = whyOf(error);
  // An append without an answer may have been done.
  const atLeast = error instanceof UnavailableError ? "at least " : "";
  return new Refusal(error.code, {
    message: `The import stopped because ${why}. Until then: ${atLeast}${importedCounts(counts)}. Please import the same file again in {wait}; the PINs that were added stay.`,
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  });
}

/** Takes the turn to import. Throws `import_running`, which says whose it is, since when, and how far. */
export async function takeTurn(parts: Parts, importId: string, context: CommandContext): Promise<void> {
  const { pinImportTurn, jobs } = parts;
  const loaded = await pinImportTurn.load("main");
  const after = loaded.state.importId;
  if (after === importId) return;
  const taken = loaded.events.at(-1);
  if (after !== null && taken && (await jobs.isRunning("pinImport", after, taken.createdAt)))
    throw await running(parts, after, taken.createdAt);
  try {
    const command = { type: "TakeTurn", importId, after } as const;
    await pinImportTurn.handle("main", command, stepOf(context, `turn ${importId} after ${after}`), loaded);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "conflict")) throw error;
    // Another import took the turn in the meantime.
    return takeTurn(parts, importId, context);
  }
}

/** @param takenAt the time of its turn, which it takes before it starts */
async function running(
  { pinImports, adminDirectory, clock }: Parts,
  importId: string,
  takenAt: Date,
): Promise<Refusal> {
  const { state, events } = await pinImports.load(importId);
  const since = waitInWords((clock().getTime() - takenAt.getTime()) / 1000);
  const actor = events[0]?.metadata.actor;
  const { admins } = (await adminDirectory.load("main")).state;
  const by = actor?.kind === "admin" ? (admins.get(actor.id)?.email ?? "A deleted admin") : "Another admin";
  const [fileName, rows] = state.status === "none" ? ["a file", 0] : [state.fileName, state.counts.rows];
  return new Refusal("import_running", {
    details: { by, fileName, since, rows: rows.toLocaleString("en-US") },
  });
}
