import type { EventStoreDBClient } from "@eventstore/db-client";
import serverFeatures from "@eventstore/db-client/generated/serverfeatures_grpc_pb.js";
import shared from "@eventstore/db-client/generated/shared_pb.js";
import { status } from "@grpc/grpc-js";
import { ConfigError } from "../../config/read-config.ts";
import { within } from "../../deadline/deadline.ts";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import type { OutageReporter } from "../../logging/outage-log.ts";
import { readShownAddress } from "../connection/address.ts";
import { explainFailure } from "../connection/explain-failure.ts";
import { shareClient } from "../connection/shared-client.ts";
import { connectLog } from "../grpc/grpc-log-client.ts";
import { missingRights, missingRightsText, type Right } from "./rights.ts";

const patienceMilliseconds = 4_000;

/**
 * Checks that the event store answers, is new enough, and gives the store account all rights that the program
 * needs. Writes nothing. Throws `ConfigError` for a problem that needs the operator, and `UnavailableError`
 * within about 5 seconds for a problem that may pass.
 */
export async function checkEventStore(check: {
  readonly connectionString: string;
  readonly rights: readonly Right[];
  readonly logger: Pick<OutageReporter, "warn">;
}): Promise<void> {
  const { connectionString, rights, logger } = check;
  const { client, release } = shareClient(connectionString);
  const log = connectLog(connectionString);
  const shown = readShownAddress(connectionString);
  try {
    const version = await within(patienceMilliseconds, askVersion(client));
    const { address } = shown;
    const judged = judgeVersion(version);
    if (judged === "old")
      throw new ConfigError(
        `The event store at ${address} is EventStoreDB ${version}; version ${oldestVersion} or later is needed.`,
      );
    if (judged === "unknown")
      logger.warn(
        { address },
        `The event store does not report its version; EventStoreDB ${oldestVersion} or later is needed`,
      );
    const missing = await missingRights(log, rights);
    if (missing.length > 0) throw new ConfigError(missingRightsText(shown, missing));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { isFinal, text } = explainFailure(error, shown);
    throw isFinal ? new ConfigError(text) : new UnavailableError(error);
  } finally {
    await Promise.all([log.close(), release()]);
  }
}

/** The oldest supported version: the first one whose subscriptions report that they have caught up. */
const oldestVersion = "23.10";

/**
 * The server's version, read over the client's connection; `undefined` if the server does not support this
 * call. The client's `capabilities` are not used, because they keep a failure for good.
 */
async function askVersion(client: EventStoreDBClient): Promise<string | undefined> {
  const deadline = new Date(Date.now() + patienceMilliseconds);
  // biome-ignore lint/complexity/useLiteralKeys: a protected member can only be reached by its key
  return client["execute"](
    serverFeatures.ServerFeaturesClient,
    "getSupportedMethods",
    (connection: serverFeatures.ServerFeaturesClient) =>
      new Promise<string | undefined>((resolve, reject) => {
        // biome-ignore lint/complexity/useLiteralKeys: as above
        const [metadata, options] = client["callArguments"]({}, { deadline });
        connection.getSupportedMethods(new shared.Empty(), metadata, options, (error, methods) => {
          if (!error) resolve(methods.getEventStoreServerVersion());
          // Another HTTP server answers with an HTTP status.
          else if (error.code === status.UNIMPLEMENTED && !/HTTP status/.test(error.message))
            resolve(undefined);
          else reject(error);
        });
      }),
  );
}

/** Whether a version such as "24.10.5" is new enough. A local build of the server has the version 0.0.0. */
export function judgeVersion(version: string | undefined): "good" | "old" | "unknown" {
  const numbers = /^(\d+)\.(\d+)/.exec(version ?? "");
  if (!numbers) return "unknown";
  const [year, month] = [Number(numbers[1]), Number(numbers[2])];
  if (year === 0) return "unknown";
  return year > 23 || (year === 23 && month >= 10) ? "good" : "old";
}
