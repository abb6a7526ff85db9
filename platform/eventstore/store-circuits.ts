import { randomUUID } from "node:crypto";
import type { OutageLog } from "../process/outage-log.ts";
import { within } from "./bounded.ts";
import { Circuit } from "./circuit.ts";
import type { LogClient } from "./log-client.ts";
import { isDefinite } from "./resilient-reads.ts";

const probeMilliseconds = 1_000;

/** No stream is ever at it. */
const impossibleRevision = 2n ** 62n;

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
    probe: () => within(probeMilliseconds, askToAppend(client, "probe")),
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
 * An append that can't come about and writes nothing: the store refuses the account's right, does not answer as it takes no
 * appends, or throws `WrongRevision`, which is the good answer.
 */
export async function askToAppend(client: LogClient, stream: string): Promise<void> {
  const event = { id: randomUUID(), type: "Probe", data: {}, metadata: {} };
  await client.append(stream, impossibleRevision, [event], probeMilliseconds);
}
