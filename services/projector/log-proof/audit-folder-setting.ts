import { accessSync, constants, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "@ornament/platform/config/read-config";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";

/** The folder of the proof. Throws `ConfigError` if it can't be written. */
export function auditFolder(path: string): AuditFolder {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new ConfigError(`AUDIT_DIR ${folder} cannot be used: ${(error as Error).message}`);
  }
  return new AuditFolder(folder);
}
