import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { replacementUnfinished } from "@ornament/platform/eventstore/encryption/key-check";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import type { DataDirectory } from "./data-directory.ts";

/** The field of `secrets.json` with the new master key while the former one is being replaced. */
export const nextMasterKey = "MASTER_KEY_NEXT";

/** The product's secrets by environment variable. */
export interface ProductSecrets {
  readonly values: Readonly<Record<string, string>>;
  /** Deletes `secrets.json` if this start has made it: no event was written with its secrets. */
  discardDrawn(): void;
}

/**
 * The secrets of the environment and of `secrets.json`. The first start draws the secrets that the
 * environment doesn't give, and stores them. Throws `ConfigError` if a secret has two values, if the file is
 * missing although the folder has events, or while the master key is being replaced.
 */
export function productSecrets(
  { path, secrets: file }: Pick<DataDirectory, "path" | "secrets">,
  environment: Environment,
): ProductSecrets {
  const stored = file.read();
  if (stored?.[nextMasterKey] !== undefined) throw replacementUnfinished();
  const drawn = stored ? {} : drawnBeside(environment);
  const isNew = Object.keys(drawn).length > 0;
  if (isNew && !environment.EVENTSTORE_URL && existsSync(join(path, "events.sqlite")))
    throw new ConfigError(
      `${file.path} is missing, and the events in the same folder can't be read without its secrets; restore the file from the backup`,
    );
  for (const [variable, value] of Object.entries(stored ?? {}))
    if (environment[variable] && environment[variable] !== value)
      throw new ConfigError(
        `${variable} has two values, one in the environment and one in ${file.path}; remove the wrong one`,
      );
  if (isNew) file.write(drawn);
  return {
    values: { ...stored, ...drawn },
    discardDrawn: () => isNew && file.remove(),
  };
}

/** New values for the secrets that the environment does not give. */
const drawnBeside = (environment: Environment) =>
  Object.fromEntries(Object.entries(drawSecrets()).filter(([variable]) => !environment[variable]));
