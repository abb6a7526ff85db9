import type { Environment } from "@ornament/platform/config/read-config";
import { isForgedEventFound } from "@ornament/platform/eventstore/authenticity/forged-event-found";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { OpenedLog, OpenLog } from "@ornament/platform/running-product/opened-log";
import type { Output } from "../cli/output.ts";
import { readToHead } from "../erasures/read-to-head.ts";
import { auditReader } from "./audited-event.ts";
import type { Format, Shown } from "./formats/format.ts";
import { withAuditedLog } from "./opened-log.ts";
import { showProgress } from "./progress.ts";
import { withoutPersonal } from "./sealed.ts";
import type { Wanted } from "./selection.ts";
import { auditedSessions } from "./sessions.ts";

/** The question of an audit, and the form of its answer. */
export interface Audit {
  /** Chooses the events; it may read the event store to find the thing that is asked for. */
  readonly wanted: (store: EventStore) => Wanted | Promise<Wanted>;
  readonly format: Format;
  /** The number of newest events that are shown; all without it. */
  readonly limit?: number | undefined;
  readonly withPersonalData: boolean;
}

/** The number of events that were shown. */
export interface Answered {
  readonly shown: number;
}

/** Opens the event store, reads it once to its end and writes the answer, whole or not at all. */
export async function runAudit(
  open: OpenLog,
  environment: Environment,
  audit: Audit,
  openOutput: () => Output,
): Promise<Answered> {
  return withAuditedLog(open, environment, async (log) => {
    const wanted = await audit.wanted(log.store);
    const output = openOutput();
    try {
      const answered = await answer(log, wanted, audit, output);
      await output.finish();
      return answered;
    } catch (error) {
      output.discard();
      throw error;
    }
  });
}

async function answer(
  { store, place }: OpenedLog,
  wanted: Wanted,
  { format, limit = Number.POSITIVE_INFINITY, withPersonalData }: Audit,
  output: Output,
): Promise<Answered> {
  const prepared = (event: StoredEvent) => (withPersonalData ? event : withoutPersonal(event));
  const sessions = auditedSessions(store, { withPersonalData });
  const read = auditReader();
  const head = await store.head();
  const progress = showProgress(head);
  const newest: Shown[] = [];
  let shown = 0;
  let forged = 0;
  await output.write(await format.head());
  await readToHead(store, { head }, async (events, position) => {
    const found: Shown[] = [];
    for (const stored of events) {
      sessions.learn(stored);
      if (isForgedEventFound(stored)) forged += 1;
      const audited = read(prepared(stored));
      if (!wanted(audited)) continue;
      const line = { ...audited, session: await sessions.of(audited.sessionId) };
      if (limit === Number.POSITIVE_INFINITY) found.push(line);
      else if (newest.push(line) > limit) newest.shift();
      shown += 1;
    }
    if (found.length > 0) await output.write(await format.text(found));
    progress.read(events.length, position);
  });
  if (newest.length > 0) await output.write(await format.text(newest));
  const summary = progress.end();
  console.error(`${place}: ${summary}; ${Math.min(shown, limit)} shown.`);
  if (forged > 0)
    console.error(
      `${forged} of the events read were NOT WRITTEN BY THIS PRODUCT; log --group other lists them.`,
    );
  return { shown };
}
