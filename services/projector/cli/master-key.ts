import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@ornament/platform/config/read-config";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { z } from "zod";

const secretsFile = z.object({ MASTER_KEY: z.string() });

/**
 * The key that opens persons' keys: MASTER_KEY, otherwise that of `DATA_DIR/secrets.json`. Throws
 * `ConfigError` if neither has it.
 */
export function readMasterKey(environment: Environment): ServerKey {
  const path = join(environment.DATA_DIR || ".data", "secrets.json");
  const MASTER_KEY = environment.MASTER_KEY || masterKeyIn(path);
  return readSecrets({ MASTER_KEY }, ["master"]).masterKey;
}

function masterKeyIn(path: string): string | undefined {
  try {
    return secretsFile.parse(JSON.parse(readFileSync(path, "utf8"))).MASTER_KEY;
  } catch {
    return undefined;
  }
}
