import { Refusal } from "@ornament/contracts/errors";
import type { Logger } from "@ornament/platform/logging/logger";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import { isOutage } from "@ornament/platform/mongodb/outage";

/**
 * Runs reads of the document store. An outage is refused as `unavailable`. The connection logs an outage
 * once, so each failed read is logged at debug level only.
 */
export async function orUnavailable<T>(logger: Logger, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isOutage(error)) throw error;
    logger.debug({ reason: reasonOf(error) }, "The document store does not answer");
    throw new Refusal("unavailable", { retryAfterSeconds: 1 });
  }
}
