import { partRead } from "@ornament/contracts/read-models/projection-status";
import type { Environment } from "@ornament/platform/config/read-config";
import { isForgedEventFound } from "@ornament/platform/eventstore/authenticity/forged-event-found";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { OpenedLog, OpenLog } from "@ornament/platform/running-product/opened-log";
import { type Output, whole } from "../cli/output.ts";
import { readToHead } from "../erasures/read-to-head.ts";
import type { Wanted } from "../evidence/selection.ts";
import { type Shown, shownEvents } from "../evidence/shown-event.ts";
import { showProgress, withAuditedLog } from "./audited-log.ts";
import type { Format } from "./formats.ts";

/** The question of an audit, and the form of its answer. */
export interface Audit {
  /** Chooses the events; it may read the event store to find the thing that is asked for. */
  readonly wanted: (store: EventStore) => Wanted | Promise<Wanted>;
  readonly format: Format;
  readonly limit?: number | undefined;
  readonly withPersonalData: boolean;
}

/** Reads the event store once and writes the answer, whole or not at all. Returns the number of its events. */
export const runAudit = (
  open: OpenLog,
  environment: Environment,
  audit: Audit,
  openOutput: () => Output,
): Promise<number> =>
  withAuditedLog(open, environment, async (log) => {
    const wanted = await audit.wanted(log.store);
    return whole(openOutput(), (output) => answer(log, wanted, audit, output));
  });

async function answer(
  { store, place }: OpenedLog,
  wanted: Wanted,
  { format, limit = Number.POSITIVE_INFINITY, withPersonalData }: Audit,
  output: Output,
): Promise<number> {
  const show = shownEvents(store, { wanted, withPersonalData });
  const head = await store.head();
  const progress = showProgress();
  const newest: Shown[] = [];
  let count = 0;
  let forged = 0;
  await output.write(await format.head());
  await readToHead(store, { head }, async (events, position) => {
    const found: Shown[] = [];
    for (const event of events) {
      if (isForgedEventFound(event)) forged += 1;
      const shown = await show(event);
      if (!shown) continue;
      if (limit === Number.POSITIVE_INFINITY) found.push(shown);
      else if (newest.push(shown) > limit) newest.shift();
      count += 1;
    }
    if (found.length > 0) await output.write(await format.text(found));
    progress.read(partRead(position.commit, head?.commit), events.length);
  });
  if (newest.length > 0) await output.write(await format.text(newest));
  console.error(`${place}: ${progress.end()}; ${Math.min(count, limit)} shown.`);
  if (forged > 0)
    console.error(
      `${forged} of the events read were NOT WRITTEN BY THIS PRODUCT; log --group other lists them.`,
    );
  return count;
}
