import type { Environment } from "@ornament/platform/config/read-config";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { parseCheckpoint } from "@ornament/platform/log-proof/checkpoint";
import { bytesIn, diskOf } from "@ornament/platform/metrics/disk";
import { auditDirOf, recordedResults } from "../backup/recorded.ts";
import { type Disk, type Status, withProblems } from "./status.ts";

/**
 * What files say about a product that doesn't answer: the events of the newest signed checkpoint, the results of
 * backups, and the disks. @param folders by the name of their setting
 */
export async function statusOfStopped(
  environment: Environment,
  folders: Readonly<Record<string, string>>,
  state: string,
): Promise<Status> {
  const auditDir = auditDirOf(environment);
  const recorded = auditDir === undefined ? undefined : recordedResults(auditDir);
  const note = auditDir === undefined ? undefined : new AuditFolder(auditDir).checkpoint();
  const signed = note === undefined ? undefined : parseCheckpoint(note);
  const backup = recorded?.backup();
  const drill = recorded?.drill();
  const disks = Object.entries({ ...folders, ...(environment.AUDIT_DIR ? { AUDIT_DIR: auditDir } : {}) });
  const known = {
    state,
    serves: false,
    url: null,
    parts: [],
    log: { events: signed?.size ?? null, signedAt: signed?.at ?? null },
    lagSeconds: {},
    mail: null,
    disks: (await Promise.all(disks.map(([name, folder]) => diskAt(name, folder ?? "")))).flat(),
    backupAt: backup ? new Date(backup.at) : null,
    drill: drill ? { at: new Date(drill.at), passed: drill.passed } : null,
    verify: null,
    lockedOut: null,
  };
  return withProblems(known, new Date());
}

/** Nothing for a folder that is missing or can't be read. */
async function diskAt(name: string, folder: string): Promise<Disk[]> {
  try {
    const [{ size, free }, usedBytes] = await Promise.all([diskOf(folder), bytesIn(folder)]);
    return [{ folder: name, usedBytes, freeBytes: free, sizeBytes: size }];
  } catch {
    return [];
  }
}
