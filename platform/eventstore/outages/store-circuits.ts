import type { OutageLog } from "../../logging/outage-log.ts";
import { type LogClient, WrongRevision } from "../log-client.ts";
import { isDefinite } from "../reads/resilient-reads.ts";
import { Circuit } from "./circuit.ts";
import { appendNowhere } from "./trial-append.ts";
import { within } from "./waiting.ts";

const probeMilliseconds = 1_000;
/** Its metadata are written to learn whether the store takes appends. */
export const probedStream = "probe-storage";
/** Why a service is not ready that can't append. */
export const takesNoAppends = "the event store is read, but takes nothing for now";

/** Appends may be refused while reads go on, as by a node of a cluster that has lost its majority. */
export interface StoreCircuits {
  readonly reads: Circuit;
  readonly appends: Circuit;
  stop(): void;
}

/** The circuits of one store. What they find is one outage for whoever is told. */
export function storeCircuits(
  client: LogClient,
  outages: Pick<OutageLog, "away" | "back"> | undefined,
): StoreCircuits {
  let refused = 0;
  const told = {
    isOutage: (error: unknown) => !isDefinite(error),
    onAway: (error: unknown) => outages?.away(error),
    onBack: (count: number) => {
      refused += count;
      if (reads.isAway || appends.isAway) return;
      outages?.back({ refused });
      refused = 0;
    },
  };
  const reads = new Circuit({ ...told, probe: () => within(probeMilliseconds, readEnd(client)) });
  const appends = new Circuit({
    ...told,
    probe: () => within(probeMilliseconds, appendForReal(client)),
  });
  return {
    reads,
    appends,
    stop() {
      reads.stop();
      appends.stop();
    },
  };
}

async function readEnd(client: LogClient): Promise<void> {
  const read = client.readAll({ from: "end", backwards: true, maxCount: 1 });
  for await (const _event of read) read.cancel();
}

/**
 * Asks first without writing, then by writing: a node that has lost its majority still refuses a wrong revision for a
 * while. Of a stream's metadata the newest alone is kept.
 */
async function appendForReal(client: LogClient): Promise<void> {
  await appendNowhere(client, probedStream, probeMilliseconds).catch((error: unknown) => {
    if (!(error instanceof WrongRevision)) throw error;
  });
  await client.setStreamMetadata(probedStream, { maxCount: 1 });
}
