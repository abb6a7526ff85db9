import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import type { ExpectedRevision } from "../log/append-decision.ts";
import { MAX_APPEND_SIZE } from "../log/event.ts";
import { isStorageFull, STORAGE_FULL_MESSAGE } from "../log/storage-full.ts";

/** Trailers carry only ASCII. */
const ascii = (value: string): string => value.replace(/[^ -~]/gu, encodeURIComponent);

/** An error as gRPC sends it: status, message, and the trailers from which the client makes its error. */
export function grpcError(
  code: status,
  message: string,
  trailers: Readonly<Record<string, string>> = {},
): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, ascii(value));
  return Object.assign(new Error(message), { code, details: message, metadata });
}

export const invalidArgument = (message: string): ServiceError => grpcError(status.INVALID_ARGUMENT, message);

/** The real server throws this error in the handler, so the status has no details. */
export const emptyEventId = (): ServiceError => grpcError(status.UNKNOWN, "Empty eventId provided.");

export const unimplemented = (what: string): ServiceError =>
  grpcError(status.UNIMPLEMENTED, `${what} is not supported by the embedded event store`);

export const shuttingDown = (): ServiceError =>
  grpcError(status.UNAVAILABLE, "The event store is shutting down");

/** The error of a subscription from a position without an event. A read gets `unknownPosition`. */
export const invalidPosition = (): ServiceError =>
  invalidArgument("Trying to read from an invalid position.");

export const unknownPosition = (what: "InvalidPosition" | "Error"): ServiceError =>
  grpcError(status.UNKNOWN, `Unexpected ReadAllResult: ${what}`);

/** The answer after an unexpected error, which the program log gets, too. */
export function unknownError(error: unknown): ServiceError {
  reportBug(error);
  return grpcError(status.UNKNOWN, error instanceof Error ? error.message : String(error));
}

/** The opener of the file reports SQLite's errors. */
export function reportBug(error: unknown): void {
  if (!(error instanceof Error && "rawCode" in error))
    console.error("The event store failed at a call:", error);
}

export const storageFull = (): ServiceError =>
  grpcError(status.RESOURCE_EXHAUSTED, STORAGE_FULL_MESSAGE, { exception: "storage-full" });

/** The error of a write that could not be committed. */
export const commitFailed = (error: unknown): ServiceError =>
  isStorageFull(error) ? storageFull() : unknownError(error);

export const timedOut = (): ServiceError =>
  grpcError(status.ABORTED, "Operation timed out: Commit phase timeout.");

/** The server runs, but does not accept this kind of call now. */
export const notReady = (): ServiceError => grpcError(status.UNAVAILABLE, "Server Is Not Ready");

export const notLeader = (host: string, port: number): ServiceError =>
  grpcError(status.NOT_FOUND, "Leader info available", {
    exception: "not-leader",
    "leader-endpoint-host": host,
    "leader-endpoint-port": String(port),
  });

export const accessDenied = (): ServiceError =>
  grpcError(status.PERMISSION_DENIED, "Access Denied", { exception: "access-denied" });

export const streamDeleted = (stream: string): ServiceError =>
  grpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: "stream-deleted",
    "stream-name": stream,
  });

export const maximumAppendSizeExceeded = (): ServiceError =>
  grpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_SIZE} Exceeded.`, {
    exception: "maximum-append-size-exceeded",
    "maximum-append-size": String(MAX_APPEND_SIZE),
  });

export const requiredMetadataMissing = (property: string): ServiceError =>
  grpcError(status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: "missing-required-metadata-property",
    "required-metadata-properties": "type,content-type",
  });

const EXPECTED_NUMBERS = { any: -2, no_stream: -1 } as const;

export function wrongExpectedVersion(
  operation: string,
  stream: string,
  expected: ExpectedRevision,
  actual: number,
): ServiceError {
  const number = typeof expected === "number" ? expected : EXPECTED_NUMBERS[expected];
  return grpcError(
    status.FAILED_PRECONDITION,
    `${operation} failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${number}, Actual version: ${actual}`,
    {
      exception: "wrong-expected-version",
      "stream-name": stream,
      "expected-version": String(number),
      "actual-version": String(actual),
    },
  );
}
