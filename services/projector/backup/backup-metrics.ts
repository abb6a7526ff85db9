import type { Metrics } from "@ornament/platform/metrics/metrics";
import { recordedResults } from "./recorded.ts";

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
