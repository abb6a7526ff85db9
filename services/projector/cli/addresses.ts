import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, type Environment, readConfig } from "@ornament/platform/config/read-config";
import { storeAddressSetting } from "@ornament/platform/eventstore/connection/address-setting";
import { mongoAddressSetting } from "@ornament/platform/mongodb/address-setting";
import { z } from "zod";

const runFile = z.object({ eventstoreUrl: z.string().optional(), mongodbUrl: z.string().optional() });

const schema = z.object({ EVENTSTORE_URL: storeAddressSetting, MONGODB_URL: mongoAddressSetting });

export interface Addresses {
  readonly eventstoreUrl: string;
  readonly mongodbUrl: string;
  readonly database: string;
}

/**
 * The URLs of the stores: EVENTSTORE_URL and MONGODB_URL, otherwise those in `DATA_DIR/run.json` of the
 * running product. That file never has a URL with a password. Throws `ConfigError`.
 */
export function readAddresses(environment: Environment): Addresses {
  const { EVENTSTORE_URL, MONGODB_URL } = environment;
  const database = environment.MONGODB_DATABASE || "ornament";
  const given = { EVENTSTORE_URL: EVENTSTORE_URL || undefined, MONGODB_URL: MONGODB_URL || undefined };
  const isWhole = given.EVENTSTORE_URL !== undefined && given.MONGODB_URL !== undefined;
  const run = isWhole ? {} : readRunFile(runFileOf(environment), "EVENTSTORE_URL and MONGODB_URL");
  const { EVENTSTORE_URL: eventstoreUrl, MONGODB_URL: mongodbUrl } = readConfig(
    schema,
    {
      EVENTSTORE_URL: given.EVENTSTORE_URL ?? run.eventstoreUrl,
      MONGODB_URL: given.MONGODB_URL ?? run.mongodbUrl,
    },
    setAsForProduct,
  );
  return { eventstoreUrl, mongodbUrl, database };
}

/**
 * The URL of the event store alone: EVENTSTORE_URL, otherwise that of the running product. Throws
 * `ConfigError`.
 */
export function readEventStoreAddress(environment: Environment): string {
  const given = environment.EVENTSTORE_URL || undefined;
  const run = given === undefined ? readRunFile(runFileOf(environment), "EVENTSTORE_URL") : {};
  const { EVENTSTORE_URL } = readConfig(
    schema.pick({ EVENTSTORE_URL: true }),
    { EVENTSTORE_URL: given ?? run.eventstoreUrl },
    setAsForProduct,
  );
  return EVENTSTORE_URL;
}

const setAsForProduct =
  "Set them as for the running product: a URL with a store account is not stored in any file.";
const runFileOf = ({ DATA_DIR }: Environment) => join(DATA_DIR || ".data", "run.json");

function readRunFile(path: string, variables: string): z.output<typeof runFile> {
  try {
    return runFile.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new ConfigError(`no running product found (${path}); start it, or set ${variables}`);
  }
}
