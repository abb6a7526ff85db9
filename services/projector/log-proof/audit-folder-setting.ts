import { accessSync, constants, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
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

/** The folder of the proof that a command reads: `AUDIT_DIR`, otherwise that of the product in `DATA_DIR`. */
export const auditFolderOf = ({ AUDIT_DIR, DATA_DIR }: Environment): AuditFolder =>
  new AuditFolder(resolve(AUDIT_DIR || join(DATA_DIR || ".data", "audit")));
