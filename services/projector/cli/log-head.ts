import { randomBytes } from "node:crypto";
import { openEventStore } from "@ornament/platform/eventstore/open-event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { outageLog } from "@ornament/platform/process/outage-log";
import { shownAddress } from "@ornament/platform/process/shown-address";
import { isStoreOutage, onceReachable } from "@ornament/platform/process/wait-for-store";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { terminal } from "./terminal.ts";

/**
 * The commit position of the log's last event, −1 for an empty log. Waits for an event store that is away. Reads no
 * personal data, so it needs no key.
 */
export async function logHead(connectionString: string): Promise<bigint> {
  const store = openEventStore({
    connectionString,
    definitions: [],
    masterKey: serverKey(randomBytes(32)),
    logger: silentLogger(),
  });
  const address = shownAddress(connectionString);
  const outages = outageLog(terminal, { store: "the event store", address });
  try {
    const head = await onceReachable(() => store.head(), { isOutage: isStoreOutage, outages });
    return head?.commit ?? -1n;
  } finally {
    outages.stop();
    await store.close();
  }
}
