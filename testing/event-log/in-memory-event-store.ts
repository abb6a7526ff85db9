import { createEventStore } from "@ornament/platform/eventstore/client/event-store-client";
import type { EventStore, StorableDefinition } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import type { Metrics } from "@ornament/platform/metrics/metrics";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { InMemoryLog } from "./in-memory-log.ts";

/** For tests: the real event store client, with encryption and conflicts, on an in-memory event store. */
export function createInMemoryEventStore(options: {
  definitions: readonly StorableDefinition[];
  now?: () => Date;
  log?: InMemoryLog;
  metrics?: Metrics;
}): EventStore & { readonly log: InMemoryLog } {
  const log = options.log ?? new InMemoryLog(options.now);
  const store = createEventStore(log, {
    definitions: options.definitions,
    masterKey: serverKey(Buffer.alloc(32, 7)),
    logger: silentLogger(),
    metrics: options.metrics,
    ...(options.now ? { now: options.now } : {}),
  });
  return Object.assign(store, { log });
}
