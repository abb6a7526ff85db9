import { randomUUID } from "node:crypto";
import { within } from "../../deadline/deadline.ts";
import type { OutageLog } from "../../logging/outage-log.ts";
import { isDefinite, type LogClient, WrongRevision } from "../log-client.ts";
import { Circuit } from "./circuit.ts";

const probeMilliseconds = 1_000;
/** The probe for appends writes the metadata of this stream. */
export const probedStream = "probe-storage";
/** The reason why a service that appends is not ready. */
export const takesNoAppends = "the event store can be read but takes no appends at the moment";

/**
 * One circuit for reads and one for appends: a cluster node without a majority can be read but not written. An
 * outage of either or both is reported as one outage.
 */
export function storeCircuits(client: LogClient, outages: Pick<OutageLog, "away" | "back"> | undefined) {
  let refused = 0;
  const shared = {
    isOutage: (error: unknown) => !isDefinite(error),
    onAway: (error: unknown) => outages?.away(error),
    onBack: (count: number) => {
      refused += count;
      if (reads.isAway || appends.isAway) return;
      outages?.back({ refused });
      refused = 0;
    },
  };
  const reads = new Circuit({ ...shared, probe: () => within(probeMilliseconds, readLast(client)) });
  const appends = new Circuit({ ...shared, probe: () => within(probeMilliseconds, appendForReal(client)) });
  return { reads, appends };
}

/** A revision that no stream has. */
export const impossibleRevision = 2n ** 62n;

/**
 * Sends an append that can't succeed, so it writes nothing and always throws: `WrongRevision` if appends are
 * possible, `LogAccessDenied` if the store account lacks the right, and any other error if the store takes none.
 */
export async function trialAppend(client: LogClient, stream: string, milliseconds: number): Promise<void> {
  const type = stream.startsWith("$$") ? "$metadata" : "Probe";
  const event = { id: randomUUID(), type, data: {}, metadata: {} };
  await client.append(stream, impossibleRevision, [event], milliseconds);
}

/** The cheapest call that shows whether all events can be read. */
export async function readLast(client: LogClient): Promise<void> {
  const read = client.readAll({ from: "end", backwards: true, maxCount: 1 });
  for await (const _event of read) read.cancel();
}

/**
 * Tries first without writing, then by writing: for a while a node that has lost its majority still answers
 * an append at a wrong revision. Only the newest metadata of a stream are kept, so repeated probes don't fill
 * the event store.
 */
async function appendForReal(client: LogClient): Promise<void> {
  await trialAppend(client, probedStream, probeMilliseconds).catch((error: unknown) => {
    if (!(error instanceof WrongRevision)) throw error;
  });
  await client.setStreamMetadata(probedStream, { maxCount: 1 });
}
