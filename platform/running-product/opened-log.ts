import { eventCatalogue } from "@ornament/contracts/catalogue";
import type { Environment } from "../config/read-config.ts";
import type { EventStoreOptions } from "../eventstore/client/event-store-client.ts";
import type { EventStore } from "../eventstore/event-store.ts";
import type { Right } from "../eventstore/rights/rights.ts";
import { silentLogger } from "../logging/logger.ts";
import { terminal } from "../logging/outage-log.ts";
import { shownAddress } from "../logging/shown-address.ts";
import { type AwaitedEventStore, awaitEventStore } from "../process/awaited-event-store.ts";
import type { ServerKey } from "../tokens/keyed-hash.ts";
import { readSecrets } from "../tokens/secrets.ts";
import { readEventStoreAddress } from "./addresses.ts";
import { storedSecrets } from "./stored-secrets.ts";

/** The event store of a product, as a command of an operator or auditor uses it. */
export interface OpenedLog {
  readonly store: EventStore;
  readonly masterKey: ServerKey;
  /** As shown to people. */
  readonly place: string;
  /** Whether a server gives the events, so that their file was not checked. */
  readonly isServed: boolean;
  close(): Promise<void>;
}

export interface OpenOptions extends Pick<EventStoreOptions, "acceptUnsignedUntil" | "erased"> {
  /** By default to read all events. */
  readonly rights?: readonly Right[];
  /** Without it MASTER_KEY, of the environment or of DATA_DIR. */
  readonly masterKey?: ServerKey;
  /** Checks the whole file of a stopped product. */
  readonly checksFile?: boolean;
}

/** Throws `ConfigError` if it can't be opened. */
export type OpenLog = (environment: Environment, options?: OpenOptions) => Promise<OpenedLog>;

/** Opens the event store of EVENTSTORE_URL or of the running product. Waits until it answers. */
export async function openServedLog(
  environment: Environment,
  { rights = ["readAll"], ...options }: OpenOptions = {},
): Promise<OpenedLog & Pick<AwaitedEventStore, "reached">> {
  const connectionString = readEventStoreAddress(environment);
  const clientOptions = logOptions(environment, options);
  const awaited = { connectionString, ...clientOptions, reporter: terminal };
  const { store, check, reached, stopWaiting } = awaitEventStore(awaited);
  const close = async () => {
    stopWaiting();
    await store.close();
  };
  try {
    await check(rights);
  } catch (error) {
    await close();
    throw error;
  }
  const { masterKey } = clientOptions;
  return { store, masterKey, place: shownAddress(connectionString), isServed: true, reached, close };
}

/** The client's options for a command: every event, and no program log. Throws `ConfigError`. */
export const logOptions = (
  environment: Environment,
  { masterKey, acceptUnsignedUntil, erased }: OpenOptions,
) =>
  ({
    definitions: Object.values(eventCatalogue),
    masterKey:
      masterKey ?? readSecrets({ ...storedSecrets(environment), ...environment }, ["master"]).masterKey,
    acceptUnsignedUntil,
    erased,
    logger: silentLogger(),
  }) satisfies EventStoreOptions;
