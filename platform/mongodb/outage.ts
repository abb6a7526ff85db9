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

/** Nobody answers, or no connection is to be had. A server that can't be selected is a system error. */
const outages = [
  MongoClientClosedError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoSystemError,
  MongoTopologyClosedError,
];

/**
 * What a server says that is going down, is changing its primary, has not heard from its fellows in time, or has lost the
 * cursor or the collection in between: HostUnreachable, CursorNotFound, WriteConcernFailed, NetworkTimeout,
 * ShutdownInProgress, QueryPlanKilled, PrimarySteppedDown, NotWritablePrimary, InterruptedAtShutdown,
 * InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary.
 */
const passing = new Set([6, 43, 64, 89, 91, 175, 189, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Whether an operation failed because the document store is away for now, and not by a defect of ours. */
export const isOutage = (error: unknown): boolean =>
  outages.some((outage) => error instanceof outage) ||
  // The reason of `AbortSignal.timeout`, which bounds an operation.
  (error instanceof DOMException && error.name === "TimeoutError") ||
  // The driver does not export its class.
  (error instanceof MongoDriverError && error.name === "MongoWaitQueueTimeoutError") ||
  (error instanceof MongoServerError && passing.has(codeOf(error) ?? 0));

/** The server's error code, a number whatever the integers of its answer were. */
export function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code === undefined) return undefined;
  return Number(error.code);
}

/** DuplicateKey and NamespaceNotFound. */
export const duplicateKey = 11_000;
export const namespaceNotFound = 26;
