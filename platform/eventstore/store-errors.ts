import { Refusal } from "@ornament/contracts/routes/errors";
import { UnavailableError } from "../deadline/unavailable-error.ts";
import type { StoredEvent } from "./event-store.ts";
import { isDefinite, LogAccessDenied, LogFull } from "./log-client.ts";

/** The stream is not at the expected revision. `actual` is its revision as reported by the store. */
export class ConflictError extends Error {
  override name = "ConflictError";

  constructor(
    readonly stream: string,
    readonly actual: bigint | "no_stream",
  ) {
    super(`The stream ${stream} is at ${actual}`);
  }
}

/**
 * The data of a stored event break its schema, or a sealed value of it is damaged. No decision uses such an
 * event, and no projection folds it.
 */
export class InvalidEventError extends Error {
  constructor(event: Pick<StoredEvent, "type" | "stream" | "position" | "invalid" | "damaged">) {
    const { type, stream, position, invalid, damaged } = event;
    const problem = invalid === undefined ? `is damaged: ${damaged}` : `breaks its schema: ${invalid}`;
    super(`${type} in ${stream} at ${position.commit} ${problem}`);
    this.name = "InvalidEventError";
  }
}

/**
 * The log level for a failure of repeated work. Outages and refused rights have a line of their own, so each
 * failure that they cause is logged at the level `debug`.
 */
export const logLevelOf = (error: unknown): "warn" | "debug" =>
  error instanceof UnavailableError || error instanceof StoreRefusedError ? "debug" : "warn";

/** The event store has no space left and has written no part of the append; reads still work. */
export class StorageFullError extends Refusal {
  constructor(cause?: unknown) {
    super("storage_full", { retryAfterSeconds: 30 });
    this.name = "StorageFullError";
    this.cause = cause;
  }
}

/**
 * The store account lacks a right, or the event store refuses the account itself. The refusal lasts until an
 * operator corrects the account. Nothing was written. Background work continues without the refused call.
 */
export class StoreRefusedError extends Refusal {
  constructor(cause?: unknown) {
    super("unavailable", { retryAfterSeconds: 30 });
    this.name = "StoreRefusedError";
    this.cause = cause;
  }
}

/**
 * Definite refusals of the log client stay unchanged; an unknown failure means that the store is unavailable.
 */
export function storeErrorOf(error: unknown): unknown {
  if (error instanceof LogFull) return new StorageFullError(error);
  if (error instanceof LogAccessDenied) return new StoreRefusedError(error);
  return isDefinite(error) || error instanceof UnavailableError ? error : new UnavailableError(error);
}
