import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { isStorageFull } from "../../files/storage-full.ts";
import type { ExpectedRevision } from "../log/append-decision.ts";

/** The client has no error type for this. Callers recognise it by this text in the message. */
export const STORAGE_FULL_MESSAGE = "storage-full: the event store has no space left, nothing was written";

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

export const unimplemented = (what: string): ServiceError =>
  grpcError(status.UNIMPLEMENTED, `${what} is not supported by the embedded event store`);

export const shuttingDown = (): ServiceError =>
  grpcError(status.UNAVAILABLE, "The event store is shutting down");

/** The error of a read from a position without an event. */
export const unknownPosition = (what: "InvalidPosition" | "Error"): ServiceError =>
  grpcError(status.UNKNOWN, `Unexpected ReadAllResult: ${what}`);

/** The error that a call ends with. The program log gets one that nobody expected. */
export function toGrpcError(error: unknown): ServiceError {
  if (isServiceError(error)) return error;
  if (isStorageFull(error))
    return grpcError(status.RESOURCE_EXHAUSTED, STORAGE_FULL_MESSAGE, { exception: "storage-full" });
  reportBug(error);
  return grpcError(status.UNKNOWN, error instanceof Error ? error.message : String(error));
}

export const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && "code" in error && typeof error.code === "number" && "metadata" in error;

/** The opener of the file reports SQLite's errors. */
export function reportBug(error: unknown): void {
  if (!(error instanceof Error && "rawCode" in error))
    console.error("The event store failed at a call:", error);
}

export const timedOut = (): ServiceError =>
  grpcError(status.ABORTED, "Operation timed out: Commit phase timeout.");

/** The server runs, but does not accept this kind of call now. */
export const notReady = (): ServiceError => grpcError(status.UNAVAILABLE, "Server Is Not Ready");

export const accessDenied = (): ServiceError =>
  grpcError(status.PERMISSION_DENIED, "Access Denied", { exception: "access-denied" });

export const streamDeleted = (stream: string): ServiceError =>
  grpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: "stream-deleted",
    "stream-name": stream,
  });

const EXPECTED_NUMBERS = { any: -2, no_stream: -1 } as const;

/** The error of a deletion. */
export function wrongExpectedVersion(
  stream: string,
  expected: ExpectedRevision,
  actual: number,
): ServiceError {
  const number = typeof expected === "number" ? expected : EXPECTED_NUMBERS[expected];
  return grpcError(
    status.FAILED_PRECONDITION,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${number}, Actual version: ${actual}`,
    {
      exception: "wrong-expected-version",
      "stream-name": stream,
      "expected-version": String(number),
      "actual-version": String(actual),
    },
  );
}
