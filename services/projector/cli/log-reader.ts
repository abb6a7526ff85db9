import { randomBytes } from "node:crypto";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import { explainer } from "@ornament/platform/eventstore/connection/explain-failure";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { checkEventStore } from "@ornament/platform/eventstore/rights/start-check";
import { silentLogger } from "@ornament/platform/logging/logger";
import { outageLog } from "@ornament/platform/logging/outage-log";
import { shownAddress } from "@ornament/platform/logging/shown-address";
import { isStoreOutage, retryUntilReachable } from "@ornament/platform/process/wait-for-store";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { terminal } from "./terminal.ts";

/** Opens the log to read its end and positions. Personal data stays encrypted, so no key is needed. */
export async function withLog<T>(
  connectionString: string,
  work: (log: EventStore) => Promise<T>,
): Promise<T> {
  const store = openEventStore({
    connectionString,
    definitions: [],
    masterKey: serverKey(randomBytes(32)),
    logger: silentLogger(),
  });
  const address = shownAddress(connectionString);
  const explain = explainer(connectionString);
  const outages = outageLog(terminal, { store: "the event store", address, explain });
  try {
    // Waits for an event store that does not answer.
    const check = { connectionString, rights: ["readAll"] as const, logger: terminal };
    await retryUntilReachable(() => checkEventStore(check), { isOutage: isStoreOutage, outages });
    return await work(store);
  } finally {
    outages.stop();
    await store.close();
  }
}
