import { Refusal } from "@ornament/contracts/errors";
import type { Logger } from "@ornament/platform/logging/logger";
import {
  MongoClientClosedError,
  MongoDriverError,
  MongoNetworkError,
  MongoNotConnectedError,
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
  MongoServerClosedError,
  MongoSystemError,
  MongoTopologyClosedError,
];

/**
 * What a server says that is going down, is changing its primary, or has lost the cursor or the collection in between:
 * HostUnreachable, CursorNotFound, NetworkTimeout, ShutdownInProgress, QueryPlanKilled, PrimarySteppedDown,
 * NotWritablePrimary, InterruptedAtShutdown, InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk,
 * NotPrimaryOrSecondary.
 */
const passing = new Set([6, 43, 89, 91, 175, 189, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Runs reads of the document store; an outage of it is `unavailable`, not a defect of ours. */
export async function orUnavailable<T>(logger: Logger, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isOutage(error)) throw error;
    logger.warn({ err: error }, "The document store does not answer");
    throw new Refusal("unavailable", { retryAfterSeconds: 1 });
  }
}

export const isOutage = (error: unknown): boolean =>
  outages.some((outage) => error instanceof outage) ||
  // The driver does not export its class.
  (error instanceof MongoDriverError && error.name === "MongoWaitQueueTimeoutError") ||
  (error instanceof MongoServerError && passing.has(Number(error.code)));
