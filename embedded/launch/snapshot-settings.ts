import type { Environment } from "@ornament/platform/config/read-config";
import { deriveKey } from "@ornament/platform/tokens/keyed-hash";
import { readSecrets } from "@ornament/platform/tokens/secrets";

/** The settings with which the document store keeps a snapshot. It gets a derived key, and no other secret. */
export function snapshotSettings(file: string, secrets: Environment) {
  const { masterKey } = readSecrets(secrets, ["master"]);
  const key = deriveKey(masterKey.bytes, "snapshot of the read models");
  return { SNAPSHOT_FILE: file, SNAPSHOT_KEY: key.toString("base64url") };
}
