import { ConfigError, type Environment, readConfig } from "@ornament/platform/config/read-config";
import { storeAddressSetting } from "@ornament/platform/eventstore/connection/address";
import {
  type MasterKeyReplacement,
  replaceMasterKey,
} from "@ornament/platform/eventstore/encryption/replace-master-key";
import { allRights } from "@ornament/platform/eventstore/rights/rights";
import { terminal } from "@ornament/platform/logging/outage-log";
import { mongoAddressSetting, openMongo } from "@ornament/platform/mongodb/connection";
import { openServedLog } from "@ornament/platform/running-product/opened-log";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { readReplacedMasterKey } from "@ornament/platform/tokens/secrets";
import { isLeaseHeld } from "@ornament/projector/runtime/lease";
import { z } from "zod";

const settings = z.object({
  EVENTSTORE_URL: storeAddressSetting,
  MONGODB_URL: mongoAddressSetting.optional(),
  MONGODB_DATABASE: z.string().default("ornament"),
});

/** Replaces the master key of the environment's event store. Throws `ConfigError` if it can't. */
export type ReplaceMasterKey = (environment: Environment) => Promise<Replaced>;

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

/** Throws `ConfigError` if a projector uses the read models. A running command-api can't be seen. */
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

export interface Replaced {
  readonly outcome: "replaced" | "already";
  readonly next: string;
}

const progressMilliseconds = 1_000;

/** Replaces the master key of an event store, through outages, and prints the progress. */
export async function replaceInLog(
  connectionString: string,
  replacement: Omit<MasterKeyReplacement, "onProgress">,
): Promise<Replaced["outcome"]> {
  const openWith = (masterKey: ServerKey) =>
    openServedLog({ EVENTSTORE_URL: connectionString }, { masterKey, rights: allRights });
  const after = await openWith(replacement.key);
  const before = await openWith(replacement.former).catch(async (error: unknown) => {
    await after.close();
    throw error;
  });
  try {
    const stores = { before: before.store, after: after.store };
    const all = { ...replacement, onProgress: progressLines() };
    return await after.reached(() => replaceMasterKey(stores, all));
  } finally {
    await Promise.all([before.close(), after.close()]);
  }
}

function progressLines(): MasterKeyReplacement["onProgress"] {
  let next = performance.now() + progressMilliseconds;
  return (done, total) => {
    if (performance.now() < next) return;
    next = performance.now() + progressMilliseconds;
    console.error(`${done} of ${total} persons' keys are wrapped with the new key`);
  };
}
