import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { masterKeyCheck, unrecordedKeys } from "@ornament/platform/eventstore/encryption/key-check";
import type { OpenedLog, OpenLog } from "@ornament/platform/running-product/opened-log";
import { findErased } from "../erasures/erased-persons.ts";

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
