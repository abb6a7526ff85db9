import { accessSync, constants, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { makeFolder } from "@ornament/platform/files/private-files";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";

/** The folder of the proof. Throws `ConfigError` if it can't be written. */
export function auditFolder(path: string): AuditFolder {
  const folder = resolve(path);
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new ConfigError(`AUDIT_DIR ${folder} cannot be used: ${(error as Error).message}`);
  }
  return new AuditFolder(folder);
}

/** The folder of the proof that a command reads. Throws `ConfigError` if a named folder is not there. */
export function auditFolderOf({ AUDIT_DIR, DATA_DIR }: Environment, option?: string): AuditFolder {
  const named = option ?? (AUDIT_DIR || undefined);
  if (named !== undefined && !existsSync(named)) throw new ConfigError(`there is no folder ${named}`);
  return new AuditFolder(resolve(named ?? join(DATA_DIR || ".data", "audit")));
}
