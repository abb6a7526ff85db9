import type { EventStoreDBClient } from "@eventstore/db-client";
import { ConfigError } from "../../config/read-config.ts";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { readShownAddress } from "../connection/address.ts";
import { ExplainedFailure, explainFailure, type ShownStore } from "../connection/explain-failure.ts";
import { shareClient } from "../connection/shared-client.ts";
import { connectLog } from "../grpc/grpc-log-client.ts";
import { LogAccessDenied } from "../log-client.ts";
import { within } from "../outages/waiting.ts";
import { missingRights, missingRightsText, type Right } from "./rights.ts";
import { askVersion, judgeVersion, oldestVersion } from "./server-version.ts";

export interface StartCheck {
  readonly connectionString: string;
  /** The rights that the program needs. */
  readonly rights: readonly Right[];
  readonly logger: { warn(fields: Record<string, unknown>, message: string): void };
}

const patienceMilliseconds = 4_000;

/**
 * Checks that the event store answers, is new enough, and gives the store account all rights. Writes nothing.
 * Throws `ConfigError` for a problem that needs the operator, and `UnavailableError` within about 5 seconds
 * for a problem that may pass; its cause describes the problem in one line.
 */
export async function checkEventStore(check: StartCheck): Promise<void> {
  const { connectionString } = check;
  const { client, release } = shareClient(connectionString);
  const log = connectLog(connectionString);
  const shown = readShownAddress(connectionString);
  try {
    judge(check, shown.address, await versionOf(client, shown));
    const missing = await missingRights(log, check.rights);
    if (missing.length > 0) throw new ConfigError(missingRightsText(shown, missing));
  } catch (error) {
    throw error instanceof LogAccessDenied ? explained(error, shown) : error;
  } finally {
    await Promise.all([log.close(), release()]);
  }
}

function judge({ logger }: StartCheck, address: string, version: string | undefined): void {
  switch (judgeVersion(version)) {
    case "good":
      return;
    case "old":
      throw new ConfigError(
        `The event store at ${address} is EventStoreDB ${version}; version ${oldestVersion} or later is needed.`,
      );
    case "unknown":
      logger.warn(
        { address },
        `The event store does not report its version; EventStoreDB ${oldestVersion} or later is needed`,
      );
  }
}

async function versionOf(client: EventStoreDBClient, shown: ShownStore) {
  try {
    return await within(patienceMilliseconds, askVersion(client, patienceMilliseconds));
  } catch (error) {
    throw explained(error, shown);
  }
}

function explained(error: unknown, shown: ShownStore): Error {
  const explanation = explainFailure(error, shown);
  return explanation.isFinal
    ? new ConfigError(explanation.text)
    : new UnavailableError(new ExplainedFailure(explanation));
}
