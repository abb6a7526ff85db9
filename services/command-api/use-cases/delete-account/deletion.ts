import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { streams } from "@ornament/contracts/events/streams";
import { handleCommand, loadState, type PositionTracker } from "@ornament/platform/commands/handle-command";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { consumerDecider } from "../../aggregates/consumer/decider.ts";
import type { ConsumerAccount } from "../../aggregates/consumer/state.ts";
import { pinDecider } from "../../aggregates/pin/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { causedBy, followUp } from "../../follow-up.ts";
import { releaseAddress } from "../claim-address/addresses.ts";
import { emailKey } from "../claim-address/email-key.ts";

/**
 * Takes the steps that follow a deleted account: release its PINs with their devices, release its address, erase its
 * personal data (design §3). The key goes last, for without it the address can't be read any more.
 */
export async function finishDeletion(
  dependencies: Dependencies,
  consumerId: number,
  positions?: PositionTracker,
): Promise<void> {
  const { store } = dependencies;
  const { state, events } = await loadState(store, streams.consumer(consumerId), consumerDecider);
  const deleted = events.find((event) => event.type === "ConsumerAccountDeleted");
  if (state.status !== "deleted" || !deleted) return;
  for (const { code } of state.ornaments) {
    await releasePin(dependencies, { code, consumerId, cause: deleted, positions });
  }
  await releaseAddresses(dependencies, state, deleted);
  await store.erasePerson("consumer", consumerId);
}

/** Makes a PIN unclaimed again, unless it belongs to somebody else by now. */
export async function releasePin(
  { store, clock }: Pick<Dependencies, "store" | "clock">,
  release: {
    code: string;
    consumerId: number;
    cause: StoredEvent;
    positions?: PositionTracker | undefined;
  },
): Promise<void> {
  const { code, consumerId, cause, positions } = release;
  await handleCommand({
    store,
    decider: pinDecider,
    stream: streams.pin(code),
    command: { type: "Release", consumerId },
    context: followUp(cause, "release-pin", clock(), positions),
    causationId: cause.id,
  });
}

async function releaseAddresses(
  dependencies: Dependencies,
  account: ConsumerAccount,
  deleted: StoredEvent<ConsumerEvent>,
): Promise<void> {
  for (const email of [account.email, account.pendingEmail?.email]) {
    if (typeof email !== "string") continue;
    const held = { key: emailKey(dependencies, email), consumerId: account.consumerId };
    await releaseAddress(dependencies, held, causedBy(deleted));
  }
}
