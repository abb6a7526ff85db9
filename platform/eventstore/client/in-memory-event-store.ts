import { randomBytes } from "node:crypto";
import { silentLogger } from "../../logging/logger.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import { serverKey } from "../../tokens/keyed-hash.ts";
import { InMemoryLog } from "../emulation/in-memory-log.ts";
import type { EventStore, StorableDefinition } from "../event-store.ts";
import { EventStoreClient } from "./event-store-client.ts";

/** For tests: the real event store client, with encryption and conflicts, on a log in memory. */
export function createInMemoryEventStore(options: {
  definitions: readonly StorableDefinition[];
  now?: () => Date;
  log?: InMemoryLog;
  metrics?: Metrics;
}): EventStore & { readonly log: InMemoryLog } {
  const log = options.log ?? new InMemoryLog(options.now);
  const store = new EventStoreClient(log, {
    definitions: options.definitions,
    masterKey: serverKey(randomBytes(32)),
    logger: silentLogger(),
    metrics: options.metrics,
    ...(options.now ? { now: options.now } : {}),
  });
  return Object.assign(store, { log });
}
