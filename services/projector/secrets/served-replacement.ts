import { ConfigError, type Environment, readConfig } from "@ornament/platform/config/read-config";
import { storeAddressSetting } from "@ornament/platform/eventstore/connection/address";
import { terminal } from "@ornament/platform/logging/outage-log";
import { mongoAddressSetting, openMongo } from "@ornament/platform/mongodb/connection";
import { readReplacedMasterKey } from "@ornament/platform/tokens/secrets";
import { z } from "zod";
import { isLeaseHeld } from "../runtime/lease.ts";
import type { ReplaceMasterKey } from "./program.ts";
import { replaceInLog } from "./replace-in-log.ts";

const settings = z.object({
  EVENTSTORE_URL: storeAddressSetting,
  MONGODB_URL: mongoAddressSetting.optional(),
  MONGODB_DATABASE: z.string().default("ornament"),
});

/** Replaces the MASTER_KEY_PREVIOUS of the event store of EVENTSTORE_URL by MASTER_KEY. */
export const replaceServedMasterKey: ReplaceMasterKey = async (environment) => {
  const keys = readReplacedMasterKey(environment);
  const { EVENTSTORE_URL } = readConfig(settings, environment);
  await refuseRunningProjector(environment);
  const outcome = await replaceInLog(EVENTSTORE_URL, {
    ...keys,
    formerVariable: "MASTER_KEY_PREVIOUS",
    // The environment keeps it.
    keep: () => undefined,
  });
  return { outcome, next: "Remove MASTER_KEY_PREVIOUS, then start the product." };
};

/**
 * Throws `ConfigError` if a projector uses the read models of MONGODB_URL. A running command-api can't be seen:
 * it only calls the event store.
 */
export async function refuseRunningProjector(environment: Environment): Promise<void> {
  if (!environment.MONGODB_URL) return;
  const { MONGODB_URL = "", MONGODB_DATABASE } = readConfig(
    settings.omit({ EVENTSTORE_URL: true }),
    environment,
  );
  const mongo = openMongo(MONGODB_URL, { appName: "ornament-secrets", logger: terminal });
  try {
    if (!(await isLeaseHeld(mongo.db(MONGODB_DATABASE), new Date()))) return;
  } finally {
    await mongo.close();
  }
  throw new ConfigError(
    "A projector runs: stop command-api and the projector first, because events that they append with the former key would be ignored. A killed projector counts as running for 6 seconds",
  );
}
