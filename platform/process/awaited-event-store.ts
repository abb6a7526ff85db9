import type { EventStoreOptions } from "../eventstore/client/event-store-client.ts";
import { openEventStore } from "../eventstore/client/open-event-store.ts";
import { explainer } from "../eventstore/connection/explain-failure.ts";
import type { EventStore } from "../eventstore/event-store.ts";
import type { Right } from "../eventstore/rights/rights.ts";
import { checkEventStore } from "../eventstore/rights/start-check.ts";
import { type OutageReporter, outageLog } from "../logging/outage-log.ts";
import { shownAddress } from "../logging/shown-address.ts";
import { isStoreOutage, retryUntilReachable } from "./wait-for-store.ts";

/** The event store of a program that waits for it. Its outages are reported. */
export interface AwaitedEventStore {
  readonly store: EventStore;
  /** The reason for waiting while the store has not answered. */
  readonly waitingFor: () => string;
  /** Whether the store is known not to answer. */
  readonly isAway: () => boolean;
  /**
   * Waits until the store answers. Throws `ConfigError` if it is too old or the store account lacks a right.
   */
  check(rights: readonly Right[]): Promise<void>;
  /** Does work that needs the store, through outages of any length. Stays pending after `stopWaiting`. */
  reached<T>(work: () => Promise<T>): Promise<T>;
  stopWaiting(): void;
}

interface Options extends Omit<EventStoreOptions, "outages"> {
  readonly connectionString: string;
  /** Gets the lines about outages and the check; the store's logger by default. */
  readonly reporter?: OutageReporter;
}

/** Opens the event store. The caller closes it. */
export function awaitEventStore({ reporter, ...options }: Options): AwaitedEventStore {
  const { connectionString } = options;
  const logger = reporter ?? options.logger;
  const address = shownAddress(connectionString);
  const explain = explainer(connectionString);
  const outages = outageLog(logger, { store: "the event store", address, explain });
  const stopping = new AbortController();
  const reached = <T>(work: () => Promise<T>) =>
    retryUntilReachable(work, { isOutage: isStoreOutage, outages, signal: stopping.signal });
  return {
    store: openEventStore({ ...options, outages }),
    waitingFor: () => outages.reason() ?? `waiting for the event store at ${address}`,
    isAway: () => outages.reason() !== undefined,
    check: (rights) => reached(() => checkEventStore({ connectionString, rights, logger })),
    reached,
    stopWaiting() {
      stopping.abort();
      outages.stop();
    },
  };
}
