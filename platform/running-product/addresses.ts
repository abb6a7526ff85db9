import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError, type Environment, publicUrlSetting, readConfig } from "../config/read-config.ts";
import { storeAddressSetting } from "../eventstore/connection/address.ts";
import { mongoAddressSetting } from "../mongodb/connection.ts";

const runFile = z.object({
  url: z.string().optional(),
  localUrl: z.string().optional(),
  eventstoreUrl: z.string().optional(),
  mongodbUrl: z.string().optional(),
  pid: z.number(),
});

type RunFile = Partial<z.output<typeof runFile>>;

const settings = {
  EVENTSTORE_URL: storeAddressSetting,
  MONGODB_URL: mongoAddressSetting,
  PUBLIC_URL: publicUrlSetting,
};
const inRunFile = { EVENTSTORE_URL: "eventstoreUrl", MONGODB_URL: "mongodbUrl", PUBLIC_URL: "url" } as const;

/**
 * The URLs of the stores: EVENTSTORE_URL and MONGODB_URL, otherwise those in `DATA_DIR/run.json` of the
 * running product. That file never has a URL with a password. Throws `ConfigError`.
 */
export function readAddresses(environment: Environment) {
  const read = readUrls(environment, ["EVENTSTORE_URL", "MONGODB_URL"]);
  return {
    eventstoreUrl: read.EVENTSTORE_URL,
    mongodbUrl: read.MONGODB_URL,
    database: environment.MONGODB_DATABASE || "ornament",
  };
}

/** The URL of the event store alone. Throws `ConfigError`. */
export const readEventStoreAddress = (environment: Environment): string =>
  readUrls(environment, ["EVENTSTORE_URL"]).EVENTSTORE_URL;

/** The product's URL in links: PUBLIC_URL, otherwise that of the running product. Throws `ConfigError`. */
export const readPublicUrl = (environment: Environment): string =>
  readUrls(environment, ["PUBLIC_URL"]).PUBLIC_URL;

/** The URLs that the environment names, and the others of the running product. */
function readUrls<N extends keyof typeof settings>(environment: Environment, names: readonly N[]) {
  const isWhole = names.every((name) => environment[name]);
  const run: RunFile = isWhole ? {} : readRunFile(runFileOf(environment), names.join(" and "));
  const given = Object.fromEntries(names.map((name) => [name, environment[name] || run[inRunFile[name]]]));
  const shape = Object.fromEntries(names.map((name) => [name, settings[name]]));
  return readConfig(z.object(shape), given, setAsForProduct) as Record<N, string>;
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
