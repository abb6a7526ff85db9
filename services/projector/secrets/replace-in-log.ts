import {
  type MasterKeyReplacement,
  replaceMasterKey,
} from "@ornament/platform/eventstore/encryption/replace-master-key";
import { allRights } from "@ornament/platform/eventstore/rights/rights";
import { openServedLog } from "@ornament/platform/running-product/opened-log";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";

/** The outcome of a replacement, and the operator's next step. */
export interface Replaced {
  readonly outcome: "replaced" | "already";
  readonly next: string;
}

/** The shortest time between two lines of progress. */
const progressMilliseconds = 1_000;

/** Replaces the master key of an event store, through outages, and prints the progress. */
export async function replaceInLog(
  connectionString: string,
  replacement: Omit<MasterKeyReplacement, "onProgress">,
): Promise<Replaced["outcome"]> {
  const openWith = (masterKey: ServerKey) =>
    openServedLog({ EVENTSTORE_URL: connectionString }, { masterKey, rights: allRights });
  const after = await openWith(replacement.key);
  const before = await openWith(replacement.former).catch(async (error: unknown) => {
    await after.close();
    throw error;
  });
  try {
    const stores = { before: before.store, after: after.store };
    const all = { ...replacement, onProgress: progressLines() };
    return await after.reached(() => replaceMasterKey(stores, all));
  } finally {
    await Promise.all([before.close(), after.close()]);
  }
}

function progressLines(): MasterKeyReplacement["onProgress"] {
  let next = performance.now() + progressMilliseconds;
  return (done, total) => {
    if (performance.now() < next) return;
    next = performance.now() + progressMilliseconds;
    console.error(`${done} of ${total} persons' keys are wrapped with the new key`);
  };
}
