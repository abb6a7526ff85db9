import { eventCatalogue } from "@ornament/contracts/catalogue";
import type { BuildEvent } from "@ornament/contracts/events/build";
import { streams } from "@ornament/contracts/events/streams";
import { ConfigError, type Environment, readAll, readConfig } from "@ornament/platform/config/read-config";
import { acceptUnsignedSetting } from "@ornament/platform/eventstore/authenticity/authenticity";
import { masterKeyCheck, unrecordedKeys } from "@ornament/platform/eventstore/encryption/key-check";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { readEventStoreAddress, readPublicUrl } from "@ornament/platform/running-product/addresses";
import { openServedLog } from "@ornament/platform/running-product/opened-log";
import { storedSecrets } from "@ornament/platform/running-product/stored-secrets";
import { readSecrets, type SecretName, type Secrets } from "@ornament/platform/tokens/secrets";
import { z } from "zod";

const settings = z.object({ ACCEPT_UNSIGNED_UNTIL: acceptUnsignedSetting.optional() });

const definitions = Object.values(eventCatalogue);

/** The event store of a product, the secrets of links, and the product's URL. */
export interface OpenedProduct {
  readonly store: EventStore;
  readonly secrets: Secrets;
  readonly publicUrl: string;
  close(): Promise<void>;
}

/**
 * Opens the event store of EVENTSTORE_URL or of the running product, for commands. Waits until it answers.
 * Throws `ConfigError` for missing and wrong settings, keys of another event store, and an event store on
 * which this build has never started.
 */
export async function openProduct(
  environment: Environment,
  needed: readonly SecretName[] = ["master", "proof"],
): Promise<OpenedProduct> {
  // A stopped product gives neither its address nor its secrets. Only that is said.
  readEventStoreAddress(environment);
  const { given, secrets, publicUrl } = readAll({
    given: () => readConfig(settings, environment),
    secrets: () => readSecrets({ ...storedSecrets(environment), ...environment }, needed),
    publicUrl: () => readPublicUrl(environment),
  });
  const { masterKey } = secrets;
  const { store, reached, close } = await openServedLog(environment, {
    masterKey,
    acceptUnsignedUntil: given.ACCEPT_UNSIGNED_UNTIL,
    rights: ["readAll", "read", "append"],
  });
  try {
    await reached(() => unrecordedKeys(store, [masterKeyCheck(store, masterKey)]));
    await reached(() => store.requireMacs({ record: false }));
    await reached(() => requireStarted(store));
    return { store, secrets, publicUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** An older build that runs could not read this build's events. */
async function requireStarted(store: EventStore): Promise<void> {
  const { events } = await store.read<BuildEvent>(streams.builds);
  const isKnown = ({ type, version }: { type: string; version: number }) =>
    events.some(({ data }) => (data.versions[type] ?? 0) >= version);
  if (definitions.every(isKnown)) return;
  throw new ConfigError(
    "this build of the product has never started on this event store; start it, then run the command again",
  );
}
