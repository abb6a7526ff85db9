import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, type Environment } from "../config/read-config.ts";

/**
 * The secrets in `DATA_DIR` by environment variable, if they are there. The file is only read. Throws
 * `ConfigError` if it is damaged.
 */
export function storedSecrets({ DATA_DIR }: Environment): Record<string, string> {
  const path = join(DATA_DIR || ".data", "secrets.json");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return {};
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`${path} cannot be read; restore it from a backup, or set the secrets`);
  }
}
