import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import type { CheckedKey } from "@ornament/platform/eventstore/encryption/key-check";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import type { Parts } from "../compose-parts.ts";
import { accountOf } from "./claim-emails.ts";

/** Of this number of accounts at least one has its claim, even if the claims of the others are unfinished. */
const mostAccounts = 20;

/**
 * Checks the address key. In an event store without a record of the key, the key has to give the name of the
 * stream that claims a live account's email address. Without a live account any key fits, because no address
 * has to be found.
 */
export const emailKeyCheck = (parts: Parts): CheckedKey => ({
  name: "address",
  key: serverKey(parts.secrets.addressKey),
  async fits() {
    let unclaimed = 0;
    for await (const event of parts.store.readAll() as AsyncIterable<StoredEvent<ConsumerEvent>>) {
      if (event.type !== "ConsumerRegistered" || event.data.email === null) continue;
      const { consumerId } = event.data;
      const { state } = await parts.consumers.load(consumerId);
      if (state.status === "none" || state.status === "deleted" || state.email === null) continue;
      if ((await accountOf(parts, state.email)) === consumerId) return true;
      unclaimed += 1;
      if (unclaimed === mostAccounts) break;
    }
    return unclaimed === 0;
  },
});
