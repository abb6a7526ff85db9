import type { Environment } from "@ornament/platform/config/read-config";
import { deriveKey } from "@ornament/platform/tokens/keyed-hash";
import { readSecrets } from "@ornament/platform/tokens/secrets";

/** The settings of the document store's file. The store gets a derived key, and no other secret. */
export function documentSettings(file: string, secrets: Environment) {
  const { masterKey } = readSecrets(secrets, ["master"]);
  const key = deriveKey(masterKey.bytes, "documents of the read models");
  return { DOCUMENTS_FILE: file, DOCUMENTS_KEY: key.toString("base64url") };
}
