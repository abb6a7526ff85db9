import type { Until } from "@ornament/contracts/read-models/jobs";
import { ConfigError } from "@ornament/platform/config/read-config";
import { isStoreOutage, retryUntilReachable } from "@ornament/platform/process/wait-for-store";
import { withLog } from "./log-reader.ts";

/**
 * Throws `ConfigError` for a position after the end of the event store: its tables are not known yet. Reads
 * the event store only if there is a position.
 */
export async function requireReached(eventstoreUrl: string, untils: readonly Until[]): Promise<void> {
  const commits = untils.flatMap((until) => ("commit" in until ? [until.commit] : []));
  if (commits.length === 0) return;
  const outages = { away: () => undefined, back: () => undefined };
  const head = await withLog(eventstoreUrl, (log) =>
    retryUntilReachable(() => log.head(), { isOutage: isStoreOutage, outages }),
  );
  const late = commits.find((commit) => commit > (head?.commit ?? -1n));
  if (late === undefined) return;
  const end = head ? `ends at ${head.commit}` : "is empty";
  throw new ConfigError(`the position ${late} is in the future: the log ${end}`);
}
