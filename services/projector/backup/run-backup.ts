import type { Environment } from "@ornament/platform/config/read-config";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import { pause, whenAborted } from "@ornament/platform/waiting/pause";
import type { Copy } from "./copy.ts";
import { type OpenCopyLog, type OpenedLog, reopenLog } from "./opened-log.ts";
import { auditDirOf, recordedResults } from "./recorded.ts";
import { BackupRefused } from "./refused.ts";

const followMilliseconds = 1_000;
const openMilliseconds = 15_000;
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
  const { copy, follow, signal, print } = run;
  const record = recorder(run);
  const log = await opened(run);
  let isAway = false;
  try {
    if (!log) throw new UnavailableError();
    await copy.checkContinues(log.store);
    await log.store.requireMacs({ record: false });
    const events = await copy.toEnd(log.store, signal);
    if (signal.aborted) return;
    record();
    print(`${log.place}: ${number(events)} events copied, ${number(copy.events)} in all`);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    if (!follow)
      throw new BackupRefused(
        `The event store does not answer; the next run continues the copy (${reasonOf(error)})`,
      );
    isAway = true;
    print(awayLine(error));
  } finally {
    await log?.close();
  }
  if (follow) await followLog(run, record, isAway);
}

/**
 * Opens the event store. With `follow`, `undefined` if it doesn't answer in time: a product that starts again
 * has another address.
 */
async function opened({ open, environment, follow }: Run): Promise<OpenedLog | undefined> {
  if (!follow) return open(environment);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), openMilliseconds);
  try {
    return await Promise.race([
      open(environment, late.signal),
      whenAborted(late.signal).then(() => undefined),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

const awayLine = (error: unknown) => `The event store does not answer; the copy waits (${reasonOf(error)})`;

async function followLog(run: Run, record: () => void, wasAway: boolean): Promise<void> {
  const { environment, copy, signal, print } = run;
  let isAway = wasAway;
  const away = (error: unknown) => {
    if (!isAway) print(awayLine(error));
    isAway = true;
  };
  while (!signal.aborted) {
    const store = await reopenLog(environment, signal, away);
    if (!store) return;
    try {
      await copy.checkContinues(store);
      await store.requireMacs({ record: false });
      if (isAway) print("The event store answers again; the copy continues");
      isAway = false;
      await copyTail(store, run, record);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      away(error);
    } finally {
      await store.close();
    }
  }
}

async function copyTail(store: EventStore, { copy, signal }: Run, record: () => void) {
  while (!signal.aborted) {
    await copy.toEnd(store, signal);
    record();
    await pause(followMilliseconds, signal);
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
