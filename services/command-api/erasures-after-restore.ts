import type { Environment } from "@ornament/platform/config/read-config";
import { checkKeys } from "@ornament/platform/eventstore/encryption/key-check";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { bindAggregates } from "./aggregates.ts";
import { realWorld } from "./dependencies.ts";
import { type EraseAgain, eraseAgain } from "./erasures/delete-account.ts";

/**
 * The erasures on a restored event store, before the product serves.
 * @param given at least ADDRESS_KEY and MASTER_KEY. Throws `ConfigError` if they are not the event store's.
 */
export async function erasuresAfterRestore(store: EventStore, given: Environment): Promise<EraseAgain> {
  const secrets = readSecrets(given, ["address"]);
  const fits = async () => true;
  const key = serverKey(secrets.addressKey);
  await checkKeys(store, [{ name: "address", key, fits }], realWorld.uuid());
  await store.requireMacs();
  return eraseAgain({ ...realWorld, store, secrets, ...bindAggregates(store) });
}
