import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import type { EventStoreOptions } from "@ornament/platform/eventstore/client/event-store-client";
import { masterKeyCheck, unrecordedKeys } from "@ornament/platform/eventstore/encryption/key-check";
import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import type { Right } from "@ornament/platform/eventstore/rights/rights";
import { silentLogger } from "@ornament/platform/logging/logger";
import { shownAddress } from "@ornament/platform/logging/shown-address";
import { terminal } from "@ornament/platform/logging/terminal";
import { awaitEventStore } from "@ornament/platform/process/awaited-event-store";
import { readEventStoreAddress } from "@ornament/platform/running-product/addresses";
import { storedSecrets } from "@ornament/platform/running-product/stored-secrets";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { findErased } from "../erasures/erased-persons.ts";

/** An event store that an audit reads. */
export interface OpenedLog {
  readonly store: EventStore;
  /** The key that signs. */
  readonly masterKey: ServerKey;
  /** Where its events are, as shown to the auditor. */
  readonly place: string;
  close(): Promise<void>;
}

/** Opens the event store that the environment names. Throws `ConfigError` if it can't. */
export type OpenLog = (environment: Environment) => Promise<OpenedLog>;

/** The stored bytes of an event store that is verified. Nothing of them is trusted when it is opened. */
export interface OpenedBytes {
  /** The position of the last event; `undefined` in an empty event store. */
  head(): Promise<Position | undefined>;
  /** All events, in their order. Throws `DamagedLog` when a part of the file can't be read. */
  events(): AsyncIterable<EventBytes>;
  readonly masterKey: ServerKey;
  readonly place: string;
  /** Whether a running server gives the events, so that their file was not checked. */
  readonly isServed: boolean;
  close(): Promise<void>;
}

/** Opens the bytes of the event store that the environment names. Throws `ConfigError` or `DamagedLog`. */
export type OpenBytes = (environment: Environment) => Promise<OpenedBytes>;

/** The file of the event store is damaged. The message is one line for the operator. */
export class DamagedLog extends Error {}

/** Opens the event store of EVENTSTORE_URL or of the running product. Waits until it answers. */
export const openServedLog: OpenLog = (environment) =>
  openServed(environment, async (store, options, served) => ({
    store: await readyForAudit(store, options),
    masterKey: options.masterKey,
    ...served,
  }));

/** Opens the bytes of that event store. */
export const openServedBytes: OpenBytes = (environment) =>
  openServed(environment, async (store, { masterKey }, served) => ({
    head: () => store.head(),
    events: () => store.readBytes(),
    masterKey,
    isServed: true,
    ...served,
  }));

type Served = Pick<OpenedLog, "place" | "close">;

/** Opens the event store of EVENTSTORE_URL or of the running product. Waits until it answers. */
export async function openServed<T>(
  environment: Environment,
  opened: (store: EventStore, options: ReturnType<typeof auditOptions>, served: Served) => Promise<T>,
  rights: readonly Right[] = ["readAll"],
): Promise<T> {
  const connectionString = readEventStoreAddress(environment);
  const options = auditOptions(environment);
  const { store, check, stopWaiting } = awaitEventStore({ connectionString, ...options, reporter: terminal });
  const close = async () => {
    stopWaiting();
    await store.close();
  };
  try {
    await check(rights);
    return await opened(store, options, { place: shownAddress(connectionString), close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** The client's options for an audit: every event, and the master key. Throws `ConfigError`. */
export function auditOptions(environment: Environment) {
  const { masterKey } = readSecrets({ ...storedSecrets(environment), ...environment }, ["master"]);
  const erased = new Set<string>();
  const definitions = Object.values(eventCatalogue);
  return { definitions, masterKey, erased, logger: silentLogger() } satisfies EventStoreOptions;
}

/** Checks the key, finds the events of other programs, and finds the erased persons, so that no event shows their data. */
export async function readyForAudit(
  store: EventStore,
  { masterKey, erased }: ReturnType<typeof auditOptions>,
): Promise<EventStore> {
  await unrecordedKeys(store, [masterKeyCheck(store, masterKey)]);
  await store.requireMacs({ record: false }).catch(warnAuditor);
  await findErased(store, erased);
  return store;
}

/** An event store that another program has changed is evidence, so it is still read. */
function warnAuditor(error: unknown): void {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`WARNING: ${error.message}`);
}
