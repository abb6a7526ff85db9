import type { Environment } from "@ornament/platform/config/read-config";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import { pause } from "@ornament/platform/waiting/pause";
import type { OpenLog } from "../audit/opened-log.ts";
import type { Copy } from "./copy.ts";
import { reopenLog } from "./opened-log.ts";
import { auditDirOf, recordedResults } from "./recorded.ts";

const followMilliseconds = 1_000;
const recordMilliseconds = 10_000;

interface Run {
  readonly open: OpenLog;
  readonly environment: Environment;
  readonly copy: Copy;
  readonly follow: boolean;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** Copies all events. With `follow` it goes on until the signal, through outages of the event store. */
export async function runBackup(run: Run): Promise<void> {
  const { open, environment, copy, follow, signal, print } = run;
  const log = await open(environment);
  const record = recorder(run);
  try {
    await copy.checkContinues(log.store);
    const events = await copy.toEnd(log.store, signal);
    if (signal.aborted) return;
    record();
    print(`${log.place}: ${number(events)} events copied, ${number(copy.events)} in all`);
  } catch (error) {
    if (!follow || !(error instanceof UnavailableError)) throw error;
    print(`The event store does not answer; the copy waits (${reasonOf(error)})`);
  } finally {
    await log.close();
  }
  if (follow) await followLog(run, record);
}

async function followLog(run: Run, record: () => void): Promise<void> {
  const { environment, copy, signal, print } = run;
  let isAway = false;
  while (!signal.aborted) {
    const store = await reopenLog(environment, signal);
    if (!store) return;
    try {
      await copy.checkContinues(store);
      if (isAway) print("The event store answers again; the copy continues");
      isAway = false;
      await copyTail(store, copy, record, signal);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      isAway = true;
      print(`The event store does not answer; the copy waits (${reasonOf(error)})`);
    } finally {
      await store.close();
    }
  }
}

async function copyTail(store: EventStore, copy: Copy, record: () => void, signal: AbortSignal) {
  while (!signal.aborted) {
    await copy.toEnd(store, signal);
    record();
    await pause(followMilliseconds, signal);
  }
}

/** Records in AUDIT_DIR that the copy has all events, every ten seconds at most. */
function recorder({ environment, copy }: Run): () => void {
  const auditDir = auditDirOf(environment);
  let recordedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (auditDir === undefined || performance.now() - recordedAt < recordMilliseconds) return;
    recordedAt = performance.now();
    const head = String(copy.head?.position.commit ?? 0);
    recordedResults(auditDir).recordBackup({ at: new Date().toISOString(), head, events: copy.events });
  };
}

const number = (value: number) => value.toLocaleString("en-US");
