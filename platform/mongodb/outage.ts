import {
  MongoClientClosedError,
  MongoDriverError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoSystemError,
  MongoTopologyClosedError,
} from "mongodb";

/** No server answers, or the connection is missing. The failure to select a server is a system error. */
const outages = [
  MongoClientClosedError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoSystemError,
  MongoTopologyClosedError,
];

/** Errors of the operating system, such as that of a write to a connection that was just reset. */
const lostConnections = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/**
 * Error codes of a server that is shutting down, that is changing its primary, that got no answer from other
 * members in time, or that has lost the cursor or the collection: HostUnreachable, CursorNotFound,
 * WriteConcernFailed, NetworkTimeout, ShutdownInProgress, QueryPlanKilled, PrimarySteppedDown,
 * NotWritablePrimary, InterruptedAtShutdown, InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk,
 * NotPrimaryOrSecondary.
 */
const temporary = new Set([6, 43, 64, 89, 91, 175, 189, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Whether an operation failed because the document store is temporarily unavailable. */
export const isOutage = (error: unknown): boolean =>
  outages.some((outage) => error instanceof outage) ||
  // The reason of `AbortSignal.timeout`, which limits an operation's time.
  (error instanceof DOMException && error.name === "TimeoutError") ||
  // The driver does not export its class.
  (error instanceof MongoDriverError && error.name === "MongoWaitQueueTimeoutError") ||
  lostConnections.has(String((error as { code?: unknown } | undefined)?.code)) ||
  isTemporary(error);

/** Whether a repeated operation may get an answer, from the same server or another one in its place. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof MongoServerError && temporary.has(codeOf(error) ?? 0);

/** The driver may give it as `bigint`. */
export function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code === undefined) return undefined;
  return Number(error.code);
}

export const duplicateKey = 11_000;
export const namespaceNotFound = 26;
