import { ErrorType, isCommandError } from "@eventstore/db-client";
import { status } from "@grpc/grpc-js";
import { LogAccessDenied, LogFull, LogRefused, StreamMissing, WrongRevision } from "../log-client.ts";

/** Converts the errors of a call. */
export async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw translate(error);
  }
}

const refusals: ReadonlySet<string> = new Set([
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.UNSUPPORTED,
]);

/** A deletion that is refused because the stream is missing has the revision -1. */
const wrongRevision = (actual: bigint | "no_stream") =>
  new WrongRevision(typeof actual === "bigint" && actual < 0n ? "no_stream" : actual);

/** By the type: the message may be empty. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const denied = deniedAccess(error);
  if (denied || !isCommandError(error)) return denied ?? error;
  if (error.type === ErrorType.WRONG_EXPECTED_VERSION) return wrongRevision(error.actualVersion);
  if (error.type === ErrorType.STREAM_NOT_FOUND || error.type === ErrorType.NO_STREAM)
    return new StreamMissing(false);
  if (error.type === ErrorType.STREAM_DELETED) return new StreamMissing(true);
  // @eventstore/db-client has no error type for this refusal.
  if (/storage-full/.test(error.message)) return new LogFull(error);
  return refusals.has(error.type) ? new LogRefused(`The event store refused: ${error.type}`, error) : error;
}

/**
 * The client has one error type for a failed sign-in and a missing right. A whole call that ends, such as
 * that of appends, has only the gRPC status. An HTTP status in the message comes from a proxy and not from
 * the event store.
 */
function deniedAccess(error: Error & { code?: unknown }): LogAccessDenied | undefined {
  const isSignIn = error.code === status.UNAUTHENTICATED;
  const isDenied =
    isSignIn ||
    error.code === status.PERMISSION_DENIED ||
    (isCommandError(error) && error.type === ErrorType.ACCESS_DENIED);
  return isDenied && !/HTTP status/.test(error.message) ? new LogAccessDenied(isSignIn, error) : undefined;
}
