import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { masterKeyCheck, unrecordedKeys } from "@ornament/platform/eventstore/encryption/key-check";
import type { OpenedLog, OpenLog } from "@ornament/platform/running-product/opened-log";
import { findErased } from "../erasures/erased-persons.ts";

/**
 * Opens an event store for an audit: checks the key, finds the events of other programs, and finds the erased
 * persons, so that no event shows their data.
 */
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
