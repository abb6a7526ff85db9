import { partRead } from "@ornament/contracts/read-models/projection-status";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { isForgedEventFound } from "@ornament/platform/eventstore/authenticity/forged-event-found";
import { masterKeyCheck, unrecordedKeys } from "@ornament/platform/eventstore/encryption/key-check";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { OpenedLog, OpenLog } from "@ornament/platform/running-product/opened-log";
import { findErased } from "@ornament/projector/erasures/erased-persons";
import { readToHead } from "@ornament/projector/erasures/read-to-head";
import { type Shown, shownEvents, type Wanted } from "@ornament/projector/evidence/shown-event";
import { type Output, whole } from "../projections/output.ts";
import type { Format } from "./formats.ts";

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

/** Opens an event store for an audit. The data of erased persons stay closed. */
export async function withAuditedLog<T>(
  open: OpenLog,
  environment: Environment,
  work: (log: OpenedLog) => Promise<T>,
): Promise<T> {
  const erased = new Set<string>();
  const log = await open(environment, { erased });
  try {
    const { store, masterKey } = log;
    await unrecordedKeys(store, [masterKeyCheck(store, masterKey)]);
    await store.requireMacs({ record: false }).catch(warnAuditor);
    await findErased(store, erased);
    return await work(log);
  } finally {
    await log.close();
  }
}

/** An event store that another program has changed is evidence, so it is still read. */
function warnAuditor(error: unknown): void {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`WARNING: ${error.message}`);
}

const onTerminalMilliseconds = 200;
const elsewhereMilliseconds = 10_000;

const number = (value: number) => Math.round(value).toLocaleString("en-US");

/** Tells on stderr how far the reading is: on a terminal in one line, elsewhere in a line every ten seconds. */
export function showProgress(screen: Pick<typeof process.stderr, "isTTY" | "write"> = process.stderr) {
  const began = performance.now();
  const interval = screen.isTTY ? onTerminalMilliseconds : elsewhereMilliseconds;
  let shownAt = began;
  let events = 0;
  const rate = () => number((events * 1000) / Math.max(1, performance.now() - began));
  return {
    /** @param part the read part, from 0 to 1 */
    read(part: number, more = 0): void {
      events += more;
      if (performance.now() - shownAt < interval) return;
      shownAt = performance.now();
      const count = events > 0 ? `, ${number(events)} (${rate()} a second)` : "";
      const text = `Reading events: ${Math.floor(part * 100)} %${count}`;
      screen.write(screen.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    },
    /** Clears the line of a terminal. Returns the number of events and their rate in words. */
    end(): string {
      if (screen.isTTY) screen.write("\r\u001b[K");
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      return `${number(events)} events read in ${seconds} s (${rate()} a second)`;
    },
  };
}
