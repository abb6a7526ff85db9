import type { Environment } from "@ornament/platform/config/read-config";
import { checkKeys } from "@ornament/platform/eventstore/encryption/key-check";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { bindAggregates } from "./aggregates/aggregates.ts";
import { claims } from "./aggregates/consumer-email/claim.ts";
import { realWorld } from "./dependencies.ts";
import { consumerAddresses } from "./use-cases/claim-address/addresses.ts";
import { finishDeletion } from "./use-cases/delete-account/finish-deletion.ts";
import { type EraseAgain, eraseAgain } from "./use-cases/erase-again/erase-again.ts";
import { releasePin } from "./use-cases/release-pin/release-pin.ts";

/**
 * The erasures on a restored event store, before the product serves.
 * @param secrets at least ADDRESS_KEY and MASTER_KEY. Throws `ConfigError` if they are not the event store's.
 */
export async function erasuresAfterRestore(store: EventStore, secrets: Environment): Promise<EraseAgain> {
  const { addressKey } = readSecrets(secrets, ["address"]);
  const { uuid } = realWorld;
  const fits = async () => true;
  await checkKeys(store, [{ name: "address", key: serverKey(addressKey), fits }], uuid());
  await store.requireMacs();
  const outside = { ...realWorld, store, addressKey, logger: silentLogger(), ...bindAggregates(store) };
  const addresses = consumerAddresses({ ...outside, claims: claims(store, uuid) });
  const deletion = finishDeletion({ ...outside, addresses, releasePin: releasePin(outside) });
  return eraseAgain({ ...outside, finishDeletion: deletion });
}
