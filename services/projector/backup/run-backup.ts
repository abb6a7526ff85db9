import type { Environment } from "@ornament/platform/config/read-config";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import type { OpenLog } from "@ornament/platform/running-product/opened-log";
import type { Copy } from "./copy.ts";
import { requireOwnKeys } from "./own-keys.ts";
import { auditDirOf, recordedResults } from "./recorded.ts";
import { BackupRefused } from "./refused.ts";

interface Run {
  readonly open: OpenLog;
  readonly environment: Environment;
  readonly copy: Copy;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** Copies the events that the copy doesn't have yet, up to the end of the event store or to the signal. */
export async function runBackup({ open, environment, copy, signal, print }: Run): Promise<void> {
  const { store, place, close } = await open(environment);
  try {
    await requireOwnKeys(store, environment);
    await copy.checkContinues(store);
    const events = await copy.toEnd(store, signal);
    if (signal.aborted) return;
    record(environment, copy, print);
    print(`${place}: ${number(events)} events copied, ${number(copy.events)} in all`);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw new BackupRefused(
      `The event store does not answer; the next run continues the copy (${reasonOf(error)})`,
    );
  } finally {
    await close();
  }
}

/** Records in AUDIT_DIR that the copy has all events. */
function record(environment: Environment, copy: Copy, print: Run["print"]): void {
  const auditDir = auditDirOf(environment);
  if (auditDir === undefined) return;
  const head = String(copy.head?.position.commit ?? 0);
  try {
    recordedResults(auditDir).recordBackup({ at: new Date().toISOString(), head, events: copy.events });
  } catch (error) {
    print(
      `WARNING: ${auditDir}/backup.json was not written, so the metrics don't show this backup: ${reasonOf(error)}`,
    );
  }
}

const number = (value: number) => value.toLocaleString("en-US");
