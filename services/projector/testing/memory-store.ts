import { eventCatalogue } from "@ornament/contracts/catalogue";
import { createEventStore } from "@ornament/platform/eventstore/client/event-store-client";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";

type Log = Parameters<typeof createEventStore>[0];

/** The event store of a product on a log. Its master key is always the same unless it is given. */
export const storeOn = (log: Log, given: Partial<Parameters<typeof createEventStore>[1]> = {}): EventStore =>
  createEventStore(log, {
    definitions: Object.values(eventCatalogue),
    masterKey: serverKey(Buffer.alloc(32, 7)),
    logger: silentLogger(),
    ...given,
  });
