import type { Environment } from "@ornament/platform/config/read-config";
import {
  type CheckedKey,
  masterKeyCheck,
  unrecordedKeys,
} from "@ornament/platform/eventstore/encryption/key-check";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { secretsOf } from "./sealed-secrets.ts";

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
