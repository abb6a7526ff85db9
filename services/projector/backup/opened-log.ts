import type { Environment } from "@ornament/platform/config/read-config";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import {
  type CheckedKey,
  masterKeyCheck,
  unrecordedKeys,
} from "@ornament/platform/eventstore/encryption/key-check";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Right } from "@ornament/platform/eventstore/rights/rights";
import { readEventStoreAddress } from "@ornament/platform/running-product/addresses";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { pause } from "@ornament/platform/waiting/pause";
import { type OpenedLog as AuditedLog, auditOptions, openServed as withServed } from "../audit/opened-log.ts";
import { secretsOf } from "./sealed-secrets.ts";

const againMilliseconds = 1_000;

/** An event store that is copied. */
export type OpenedLog = Omit<AuditedLog, "masterKey">;

/** Opens an event store that is copied. */
export type OpenCopyLog = (environment: Environment) => Promise<OpenedLog>;

/** Opens the event store of EVENTSTORE_URL or of the running product. Waits until it answers. */
export const openServedCopyLog: OpenCopyLog = (environment) => openServed(environment, ["readAll"]);

/** As `openServedCopyLog`, with other rights. */
export const openServed = (environment: Environment, rights: readonly Right[]): Promise<OpenedLog> =>
  withServed(
    environment,
    async (store, _options, served) => {
      await requireOwnKeys(store, environment);
      return { store, ...served };
    },
    rights,
  );

/** Throws `ConfigError` if the event store's events were written with another MASTER_KEY or ADDRESS_KEY. */
export async function requireOwnKeys(store: EventStore, environment: Environment): Promise<void> {
  const secrets = secretsOf(environment);
  const { masterKey } = readSecrets(secrets, ["master"]);
  const fits = async () => true;
  const address: CheckedKey[] = secrets.ADDRESS_KEY
    ? [{ name: "address", key: serverKey(readSecrets(secrets, ["address"]).addressKey), fits }]
    : [];
  await unrecordedKeys(store, [masterKeyCheck(store, masterKey), ...address]);
}

/**
 * Opens the event store again after an outage, as often as it takes: a product that starts again has another
 * address. `undefined` after the signal.
 * @param onFailure called with the reason each time that it doesn't answer
 */
export async function reopenLog(
  environment: Environment,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<EventStore | undefined> {
  while (!signal.aborted) {
    try {
      return await answering(environment);
    } catch (error) {
      onFailure(error);
      await pause(againMilliseconds, signal);
    }
  }
  return undefined;
}

async function answering(environment: Environment): Promise<EventStore> {
  const connectionString = readEventStoreAddress(environment);
  const store = openEventStore({ connectionString, ...auditOptions(environment) });
  try {
    await store.head();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
