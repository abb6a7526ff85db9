import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import type { Environment } from "@ornament/platform/config/read-config";
import type { EventStoreOptions } from "@ornament/platform/eventstore/client/event-store-client";
import { masterKeyCheck, unrecordedKeys } from "@ornament/platform/eventstore/encryption/key-check";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { shownAddress } from "@ornament/platform/logging/shown-address";
import { terminal } from "@ornament/platform/logging/terminal";
import { awaitEventStore } from "@ornament/platform/process/awaited-event-store";
import { readEventStoreAddress } from "@ornament/platform/running-product/addresses";
import { storedSecrets } from "@ornament/platform/running-product/stored-secrets";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { findErased } from "../erasures/erased-persons.ts";

/** An event store that an audit reads. */
export interface OpenedLog {
  readonly store: EventStore;
  /** Where its events are, as shown to the auditor. */
  readonly place: string;
  close(): Promise<void>;
}

/** Opens the event store that the environment names. Throws `ConfigError` if it can't. */
export type OpenLog = (environment: Environment) => Promise<OpenedLog>;

/** Opens the event store of EVENTSTORE_URL or of the running product. Waits until it answers. */
export const openServedLog: OpenLog = async (environment) => {
  const connectionString = readEventStoreAddress(environment);
  const options = auditOptions(environment);
  const { store, check, stopWaiting } = awaitEventStore({ connectionString, ...options, reporter: terminal });
  const close = async () => {
    stopWaiting();
    await store.close();
  };
  try {
    await check(["readAll"]);
    return { store: await readyForAudit(store, options), place: shownAddress(connectionString), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The client's options for an audit: every event, and the master key. Throws `ConfigError`. */
export function auditOptions(environment: Environment) {
  const { masterKey } = readSecrets({ ...storedSecrets(environment), ...environment }, ["master"]);
  const erased = new Set<string>();
  const definitions = Object.values(eventCatalogue);
  return { definitions, masterKey, erased, logger: silentLogger() } satisfies EventStoreOptions;
}

/** Checks the key and finds the erased persons, so that no event shows their data. */
export async function readyForAudit(
  store: EventStore,
  { masterKey, erased }: ReturnType<typeof auditOptions>,
): Promise<EventStore> {
  await unrecordedKeys(store, [masterKeyCheck(store, masterKey)]);
  await findErased(store, erased);
  return store;
}
