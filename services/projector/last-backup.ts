import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Environment } from "@ornament/platform/config/read-config";
import { makeFolder, replaceFile } from "@ornament/platform/files/private-files";
import type { Metrics } from "@ornament/platform/metrics/metrics";
import { z } from "zod";

const backupSchema = z.object({ at: z.iso.datetime(), head: z.string(), events: z.number().int() });
const drillSchema = z.object({
  at: z.iso.datetime(),
  passed: z.boolean(),
  seconds: z.number(),
  head: z.string(),
  reason: z.string().optional(),
});

/** The time at which a copy had all events of the event store, with the position of the last one. */
type RecordedBackup = z.output<typeof backupSchema>;
type RecordedDrill = z.output<typeof drillSchema>;

/** AUDIT_DIR; by default the folder `audit` of a product's DATA_DIR. */
export function auditDirOf({ AUDIT_DIR, EVENTSTORE_URL, DATA_DIR }: Environment): string | undefined {
  if (AUDIT_DIR) return resolve(AUDIT_DIR);
  const dataDir = resolve(DATA_DIR || ".data");
  return EVENTSTORE_URL || !existsSync(dataDir) ? undefined : join(dataDir, "audit");
}

/** The results of backups and drills, in files of AUDIT_DIR, for the projector's metrics. */
export const recordedResults = (auditDir: string) => ({
  backup: () => read(join(auditDir, "backup.json"), backupSchema),
  drill: () => read(join(auditDir, "drill.json"), drillSchema),
  recordBackup: (backup: RecordedBackup) => write(auditDir, "backup.json", backup),
  recordDrill: (drill: RecordedDrill) => write(auditDir, "drill.json", drill),
});

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

function write(folder: string, name: string, content: object): void {
  makeFolder(folder);
  replaceFile(join(folder, name), `${JSON.stringify(content)}\n`);
}

/** The latest backup and the latest drill, read from AUDIT_DIR at each scrape. Without one there is no value. */
export function addBackupMetrics({ add }: Pick<Metrics, "add">, auditDir: string): void {
  const recorded = recordedResults(auditDir);
  add.reading(
    "ornament_last_backup_timestamp_seconds",
    "The time at which the backup last had all events of the event store",
    () => secondsOf(recorded.backup()?.at),
  );
  add.reading("ornament_last_drill_timestamp_seconds", "The end of the latest drill of a backup", () =>
    secondsOf(recorded.drill()?.at),
  );
  add.reading("ornament_last_drill_passed", "1 if the latest drill of a backup passed, otherwise 0", () => {
    const drill = recorded.drill();
    return drill && (drill.passed ? 1 : 0);
  });
}

const secondsOf = (at: string | undefined): number | undefined =>
  at === undefined ? undefined : Date.parse(at) / 1000;
