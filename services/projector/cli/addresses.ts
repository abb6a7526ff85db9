import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { z } from "zod";

const runFile = z.object({ eventstoreUrl: z.string(), mongodbUrl: z.string() });

export interface Addresses {
  readonly eventstoreUrl: string;
  readonly mongodbUrl: string;
  readonly database: string;
}

/** Where the stores are: EVENTSTORE_URL and MONGODB_URL, else what the running product has left in `DATA_DIR/run.json`. */
export function readAddresses(environment: Environment): Addresses {
  const { EVENTSTORE_URL, MONGODB_URL } = environment;
  const database = environment.MONGODB_DATABASE || "ornament";
  if (EVENTSTORE_URL && MONGODB_URL)
    return { eventstoreUrl: EVENTSTORE_URL, mongodbUrl: MONGODB_URL, database };
  const run = readRunFile(join(environment.DATA_DIR || ".data", "run.json"));
  return {
    eventstoreUrl: EVENTSTORE_URL || run.eventstoreUrl,
    mongodbUrl: MONGODB_URL || run.mongodbUrl,
    database,
  };
}

function readRunFile(path: string): z.output<typeof runFile> {
  try {
    return runFile.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new ConfigError(
      `no running product found (${path}); start it, or set EVENTSTORE_URL and MONGODB_URL`,
    );
  }
}
