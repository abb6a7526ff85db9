import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import type { CheckedKey } from "@ornament/platform/eventstore/encryption/key-check";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { Addresses } from "./addresses.ts";

interface Needs {
  readonly store: Pick<EventStore, "readAll">;
  readonly consumers: Pick<Aggregates["consumers"], "load">;
  readonly addresses: Pick<Addresses, "accountOf">;
  readonly secrets: Pick<Secrets, "addressKey">;
}

/** Of this number of accounts at least one has its claim, even if the claims of the others are unfinished. */
const mostAccounts = 20;

/**
 * Checks the address key. In an event store without a record of the key, the key has to give the name of the
 * stream that claims a live account's email address. Without a live account any key fits, because no address
 * has to be found.
 */
export const addressKeyCheck = ({ store, consumers, addresses, secrets }: Needs): CheckedKey => ({
  name: "address",
  key: serverKey(secrets.addressKey),
  async fits() {
    let unclaimed = 0;
    for await (const event of store.readAll() as AsyncIterable<StoredEvent<ConsumerEvent>>) {
      if (event.type !== "ConsumerRegistered" || event.data.email === null) continue;
      const { consumerId } = event.data;
      const { state } = await consumers.load(consumerId);
      if (state.status === "none" || state.status === "deleted" || state.email === null) continue;
      if ((await addresses.accountOf(state.email)) === consumerId) return true;
      unclaimed += 1;
      if (unclaimed === mostAccounts) break;
    }
    return unclaimed === 0;
  },
});
