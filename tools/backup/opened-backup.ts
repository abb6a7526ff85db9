import { resolve } from "node:path";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import type { Checkpoint } from "@ornament/platform/log-proof/checkpoint";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { BackupFolder } from "./backup-folder.ts";
import { checkpointOf, type Manifest } from "./manifest.ts";
import { BackupRefused } from "./refused.ts";
import { readPassphrase, type SecretValues, secretsOf, unsealSecrets } from "./sealed-secrets.ts";

/** A backup whose manifest and signed checkpoint are checked, and whose events are not read yet. */
export interface OpenedBackup {
  readonly folder: BackupFolder;
  readonly manifest: Manifest;
  readonly checkpoint: Checkpoint | undefined;
  readonly secrets: SecretValues;
  readonly hasSecrets: boolean;
  readonly master: ServerKey;
}

/**
 * Opens a backup. Its secrets need BACKUP_PASSPHRASE; a backup without them needs ADDRESS_KEY and MASTER_KEY.
 * Throws `ConfigError` or `BackupRefused`.
 * @param mustBeComplete refuses a copy that was cut off before the end of the event store
 */
export function openBackup(from: string, environment: Environment, mustBeComplete = false): OpenedBackup {
  const folder = new BackupFolder(resolve(from));
  const manifest = folder.requireManifest();
  const given = secretsOf(environment);
  const secrets = manifest.secrets
    ? unsealSecrets(readPassphrase(environment, "set the passphrase of the backup"), manifest.secrets)
    : given;
  for (const name of ["ADDRESS_KEY", "MASTER_KEY"]) {
    if (!secrets[name])
      throw new ConfigError(
        `${name} is missing: the backup was made without secrets; set it, or put secrets.json in place`,
      );
    if (given[name] !== undefined && given[name] !== secrets[name])
      throw new ConfigError(
        `${name} has two values, one in the backup and one in the environment or in DATA_DIR; remove the wrong one`,
      );
  }
  const { masterKey } = readSecrets(secrets, ["master"]);
  manifest.check(masterKey);
  if (mustBeComplete && !manifest.complete)
    throw new BackupRefused(`${extentOf(manifest)}. Run \`npm run backup\` again, which continues the copy`);
  const checkpoint = checkpointOf(manifest, masterKey);
  return {
    folder,
    manifest,
    checkpoint,
    secrets,
    hasSecrets: manifest.secrets !== undefined,
    master: masterKey,
  };
}

/** The number of events, and the position and the time of the last one, in words. */
export function extentOf({ tally, at, complete }: Manifest): string {
  const time = tally.lastAt === undefined ? "" : ` of ${new Date(tally.lastAt).toISOString()}`;
  const cut = complete ? "" : ", and the copy is NOT COMPLETE: later events are missing";
  return `${tally.events.toLocaleString("en-US")} events up to position ${tally.head?.position.commit ?? 0}${time}, copied at ${at.toISOString()}${cut}`;
}
