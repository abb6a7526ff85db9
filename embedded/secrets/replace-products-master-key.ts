import { existsSync } from "node:fs";
import { ConfigError } from "@ornament/platform/config/read-config";
import { drawSecret, readReplacedMasterKey } from "@ornament/platform/tokens/secrets";
import {
  type ReplaceMasterKey,
  refuseRunningProjector,
  replaceInLog,
  replaceServedMasterKey,
} from "@ornament/tools/secrets/master-key";
import { startPrivateEventStore } from "../eventstore/private-server.ts";
import { requireEventsFile } from "../files/events-file.ts";
import { readLaunchConfig } from "../launch/config.ts";
import { type DataDirectory, openDataDirectory } from "../launch/data-directory.ts";
import { nextMasterKey } from "../launch/product-secrets.ts";

/**
 * Replaces the master key of the stopped product in DATA_DIR, whose event store may be at EVENTSTORE_URL. The
 * keys are those of `secrets.json`; without a master key there, MASTER_KEY and MASTER_KEY_PREVIOUS.
 */
export const replaceProductsMasterKey: ReplaceMasterKey = async (environment) => {
  const { DATA_DIR, EVENTSTORE_URL } = readLaunchConfig(environment);
  if (EVENTSTORE_URL === undefined) requireEventsFile(DATA_DIR);
  if (!existsSync(DATA_DIR)) return replaceServedMasterKey(environment);
  await refuseRunningProjector(environment);
  const data = openDataDirectory(DATA_DIR);
  try {
    const keys = keysOf(data, environment);
    const server = EVENTSTORE_URL === undefined ? await startPrivateEventStore(DATA_DIR) : undefined;
    const address = server?.connectionString ?? EVENTSTORE_URL ?? "";
    const outcome = await replaceInLog(address, keys).finally(() => server?.stop());
    // A key from the former master key encrypts them.
    data.removeDocuments();
    keys.finish();
    return { outcome, next: keys.next };
  } finally {
    data.release();
  }
};

type Environment = Parameters<ReplaceMasterKey>[0];

/** The former and the new key, and the place that keeps the new one. */
function keysOf({ secrets: file }: DataDirectory, environment: Environment) {
  const stored = file.read();
  const former = stored?.MASTER_KEY;
  if (!stored || former === undefined)
    return {
      ...readReplacedMasterKey(environment),
      formerVariable: "MASTER_KEY_PREVIOUS",
      keep: () => undefined,
      finish: () => undefined,
      next: "Remove MASTER_KEY_PREVIOUS, then start the product.",
    };
  if (environment.MASTER_KEY)
    throw new ConfigError(
      `MASTER_KEY is in the environment and in ${file.path}; remove it from the environment, because this command replaces it in the file`,
    );
  const next = stored[nextMasterKey] ?? drawSecret();
  const { [nextMasterKey]: _kept, ...others } = stored;
  return {
    ...readReplacedMasterKey({ MASTER_KEY: next, MASTER_KEY_PREVIOUS: former }),
    keep: () => file.write({ ...others, [nextMasterKey]: next }),
    finish: () => file.write({ ...others, MASTER_KEY: next }),
    next: `The new key is in ${file.path}: back it up with the event store, then start the product.`,
  };
}
