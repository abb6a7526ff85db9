import type { EventStoreOptions } from "../eventstore/client/event-store-client.ts";
import { openEventStore } from "../eventstore/client/open-event-store.ts";
import { explainer } from "../eventstore/connection/explain-failure.ts";
import type { Right } from "../eventstore/rights/rights.ts";
import { checkEventStore } from "../eventstore/rights/start-check.ts";
import { type OutageReporter, outageLog } from "../logging/outage-log.ts";
import { shownAddress } from "../logging/shown-address.ts";
import { isStoreOutage, retryUntilReachable } from "./wait-for-store.ts";

export type AwaitedEventStore = ReturnType<typeof awaitEventStore>;

interface Options extends Omit<EventStoreOptions, "outages"> {
  readonly connectionString: string;
  /** Gets the lines about outages and the check, in place of `logger`. */
  readonly reporter?: OutageReporter;
}

/** Opens the event store of a program that waits for it, and reports its outages. The caller closes it. */
export function awaitEventStore({ reporter, ...options }: Options) {
  const { connectionString } = options;
  const logger = reporter ?? options.logger;
  const address = shownAddress(connectionString);
  const explain = explainer(connectionString);
  const outages = outageLog(logger, { store: "the event store", address, explain });
  const stopping = new AbortController();
  /** Does work that needs the store, through outages of any length. Stays pending after `stopWaiting`. */
  const reached = <T>(work: () => Promise<T>) =>
    retryUntilReachable(work, { isOutage: isStoreOutage, outages, signal: stopping.signal });
  return {
    store: openEventStore({ ...options, outages }),
    /** The reason, while the store has not answered. */
    waitingFor: () => outages.reason() ?? `waiting for the event store at ${address}`,
    /** Known not to answer. */
    isAway: () => outages.reason() !== undefined,
    /** Throws `ConfigError` if the store is too old or the store account lacks a right. */
    check: (rights: readonly Right[]) => reached(() => checkEventStore({ connectionString, rights, logger })),
    reached,
    stopWaiting() {
      stopping.abort();
      outages.stop();
    },
  };
}
