import type { Environment } from "@ornament/platform/config/read-config";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { parseCheckpoint } from "@ornament/platform/log-proof/checkpoint";
import { addDiskMetrics } from "@ornament/platform/metrics/disk";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { addBackupMetrics } from "../backup/backup-metrics.ts";
import { auditDirOf } from "../backup/recorded.ts";
import { projectorMetrics } from "../metrics.ts";
import { type Status, statusOf } from "./status.ts";

/**
 * What files say about a product that doesn't answer: the events of the newest signed checkpoint, the results of
 * backups, and the disks. @param folders by the name of their setting
 */
export async function statusOfStopped(
  environment: Environment,
  folders: Readonly<Record<string, string>>,
  reason: string,
): Promise<Status> {
  const metrics = createMetrics({ service: "this build" });
  const auditDir = auditDirOf(environment);
  addDiskMetrics(metrics, { ...folders, AUDIT_DIR: auditDir });
  if (auditDir !== undefined) {
    addBackupMetrics(metrics, auditDir);
    const signed = parseCheckpoint(new AuditFolder(auditDir).checkpoint() ?? "");
    const { provenEvents, signedAt } = projectorMetrics(metrics);
    if (signed) provenEvents.set(signed.size);
    if (signed) signedAt.set(signed.at.getTime() / 1000);
  }
  return statusOf(null, reason, await metrics.registry.metrics(), new Date());
}
