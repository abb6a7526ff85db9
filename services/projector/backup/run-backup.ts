import type { Environment } from "@ornament/platform/config/read-config";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import { pause } from "@ornament/platform/waiting/pause";
import type { Copy } from "./copy.ts";
import { type OpenCopyLog, reopenLog, requireOwnKeys } from "./opened-log.ts";
import { auditDirOf, recordedResults } from "./recorded.ts";
import { BackupRefused } from "./refused.ts";

const followMilliseconds = 1_000;
const recordMilliseconds = 60_000;

interface Run {
  readonly open: OpenCopyLog;
  readonly environment: Environment;
  readonly copy: Copy;
  readonly follow: boolean;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** Copies all events. With `follow` it goes on until the signal, through outages of the event store. */
export async function runBackup(run: Run): Promise<void> {
  const { open, environment, copy, signal, print } = run;
  const record = recorder(run);
  if (run.follow) return followLog(run, record);
  const { store, place, close } = await open(environment);
  try {
    await copy.checkContinues(store);
    const events = await copy.toEnd(store, signal);
    if (signal.aborted) return;
    record();
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

async function followLog({ environment, copy, signal, print }: Run, record: () => void): Promise<void> {
  let state = "new" as "new" | "away" | "following";
  const away = (error: unknown) => {
    if (state !== "away") print(`The event store does not answer; the copy waits (${reasonOf(error)})`);
    state = "away";
  };
  while (!signal.aborted) {
    const store = await reopenLog(environment, signal, away);
    if (!store) return;
    try {
      await requireOwnKeys(store, environment);
      await copy.checkContinues(store);
      if (state === "away") print("The event store answers again; the copy continues");
      while (!signal.aborted) {
        await copy.toEnd(store, signal);
        record();
        if (state === "new") print(`${number(copy.events)} events copied; new ones follow`);
        state = "following";
        await pause(followMilliseconds, signal);
      }
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      away(error);
    } finally {
      await store.close();
    }
  }
}

/** Records in AUDIT_DIR that the copy has all events, once a minute at most. */
function recorder({ environment, copy, print }: Run): () => void {
  const auditDir = auditDirOf(environment);
  let recordedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (auditDir === undefined || performance.now() - recordedAt < recordMilliseconds) return;
    recordedAt = performance.now();
    const head = String(copy.head?.position.commit ?? 0);
    try {
      recordedResults(auditDir).recordBackup({ at: new Date().toISOString(), head, events: copy.events });
    } catch (error) {
      print(
        `WARNING: ${auditDir}/backup.json was not written, so the metrics don't show this backup: ${reasonOf(error)}`,
      );
    }
  };
}

const number = (value: number) => value.toLocaleString("en-US");
