import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { causedBy, type PositionTracker } from "@ornament/platform/commands/context";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { ConsumerAccount } from "../../aggregates/consumer/state.ts";
import type { Addresses } from "../claim-address/addresses.ts";
import type { ReleasePin } from "../release-pin/release-pin.ts";

interface Needs {
  readonly store: Pick<EventStore, "erasePerson">;
  readonly consumers: Pick<Aggregates["consumers"], "load">;
  readonly addresses: Pick<Addresses, "keyOf" | "release">;
  readonly releasePin: ReleasePin;
}

export type FinishDeletion = (consumerId: number, positions?: PositionTracker) => Promise<void>;

/**
 * Takes the steps that follow a deleted account: release its PINs with their devices, release its email
 * addresses, erase its personal data. The data are erased last, because a release needs the address.
 */
export function finishDeletion({ store, consumers, addresses, releasePin }: Needs): FinishDeletion {
  const releaseAddresses = async (account: ConsumerAccount, deleted: StoredEvent<ConsumerEvent>) => {
    const { consumerId } = account;
    for (const email of [account.email, account.pendingEmail?.email]) {
      if (typeof email !== "string") continue;
      await addresses.release({ key: addresses.keyOf(email), consumerId }, causedBy(deleted));
    }
  };
  return async (consumerId, positions) => {
    const { state, events } = await consumers.load(consumerId);
    const deleted = events.find((event) => event.type === "ConsumerAccountDeleted");
    if (state.status !== "deleted" || !deleted) return;
    for (const { code } of state.ornaments) {
      await releasePin({ code, consumerId, cause: deleted, positions });
    }
    await releaseAddresses(state, deleted);
    await store.erasePerson("consumer", consumerId);
  };
}
