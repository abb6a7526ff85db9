import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError, type Environment, publicUrlSetting, readConfig } from "../config/read-config.ts";
import { storeAddressSetting } from "../eventstore/connection/address-setting.ts";
import { mongoAddressSetting } from "../mongodb/address-setting.ts";

const runFile = z.object({
  url: z.string().optional(),
  localUrl: z.string().optional(),
  eventstoreUrl: z.string().optional(),
  mongodbUrl: z.string().optional(),
  pid: z.number(),
});

type RunFile = Partial<z.output<typeof runFile>>;

const schema = z.object({
  EVENTSTORE_URL: storeAddressSetting,
  MONGODB_URL: mongoAddressSetting,
  PUBLIC_URL: publicUrlSetting,
});

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
  const run: RunFile = isWhole ? {} : readRunFile(runFileOf(environment), "EVENTSTORE_URL and MONGODB_URL");
  const { EVENTSTORE_URL: eventstoreUrl, MONGODB_URL: mongodbUrl } = readConfig(
    schema.omit({ PUBLIC_URL: true }),
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
  const run: RunFile = given === undefined ? readRunFile(runFileOf(environment), "EVENTSTORE_URL") : {};
  const { EVENTSTORE_URL } = readConfig(
    schema.pick({ EVENTSTORE_URL: true }),
    { EVENTSTORE_URL: given ?? run.eventstoreUrl },
    setAsForProduct,
  );
  return EVENTSTORE_URL;
}

/**
 * The product's URL in links: PUBLIC_URL, otherwise that of the running product. Throws `ConfigError`.
 */
export function readPublicUrl(environment: Environment): string {
  const given = environment.PUBLIC_URL || undefined;
  const run: RunFile = given === undefined ? readRunFile(runFileOf(environment), "PUBLIC_URL") : {};
  return readConfig(schema.pick({ PUBLIC_URL: true }), { PUBLIC_URL: given ?? run.url }).PUBLIC_URL;
}

/** The running product's URL on this machine; `undefined` if none runs in `DATA_DIR`. */
export const localUrlOf = (environment: Environment): string | undefined =>
  runningProduct(runFileOf(environment))?.localUrl;

const setAsForProduct =
  "Set them as for the running product: a URL with a store account is not stored in any file.";
const runFileOf = ({ DATA_DIR }: Environment) => join(DATA_DIR || ".data", "run.json");

function readRunFile(path: string, variables: string): RunFile {
  const run = runningProduct(path);
  if (run) return run;
  throw new ConfigError(`no running product found (${path}); start it, or set ${variables}`);
}

function runningProduct(path: string): RunFile | undefined {
  try {
    const run = runFile.parse(JSON.parse(readFileSync(path, "utf8")));
    return isAlive(run.pid) ? run : undefined;
  } catch {
    // The file is missing or damaged, so no product is found.
    return undefined;
  }
}

/** A product that was killed leaves its file. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
