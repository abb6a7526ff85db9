import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "@ornament/contracts/errors";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import { withinDeadline, withoutDeadline } from "@ornament/platform/deadline/deadline";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { logLevelOf, StorageFullError, StoreRefusedError } from "@ornament/platform/eventstore/store-errors";
import type { Logger } from "@ornament/platform/logging/logger";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { ImportCounts } from "../../aggregates/pin-import/decider.ts";
import { importedCounts } from "./import-texts.ts";

/** Short, because the request waits for the first attempt. */
const firstAttemptMilliseconds = 1_000;
const pauseMilliseconds = 10_000;
const maxAttempts = 360;

export interface InterruptNeeds {
  readonly pinImports: Pick<Aggregates["pinImports"], "handle">;
  readonly logger: Logger;
}

/**
 * Records that an import stopped before it was complete. If the event store accepts no appends now, it tries
 * again in the background for an hour. After that the next start of the service records it
 * (`interruptLeftOverImports`).
 */
export async function interrupt(
  { pinImports, logger }: InterruptNeeds,
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
    logger[logLevelOf(failure)](
      { err: failure, importId },
      "The interruption of an import is not recorded yet",
    );
    if (isTemporary(failure)) void withoutDeadline(() => recordLater(record, logger, importId));
  }
}

async function recordLater(record: () => Promise<unknown>, logger: Logger, importId: string): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await pause(pauseMilliseconds, undefined, { ref: false });
    try {
      await record();
      return;
    } catch (failure) {
      if (isTemporary(failure)) continue;
      logger.warn({ err: failure, importId }, "The interruption of an import was not recorded");
      return;
    }
  }
}

const isTemporary = (failure: unknown) =>
  failure instanceof StorageFullError || failure instanceof UnavailableError;

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

/**
 * The error for the importer: the number of PINs that were added, and that the same file can be imported
 * again.
 */
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
