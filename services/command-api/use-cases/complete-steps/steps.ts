import { Refusal } from "@ornament/contracts/errors";
import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import type { PinEvent } from "@ornament/contracts/events/pin";
import { streams } from "@ornament/contracts/events/streams";
import { handleCommand, loadState } from "@ornament/platform/commands/handle-command";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { consumerDecider } from "../../aggregates/consumer/decider.ts";
import { pinDecider } from "../../aggregates/pin/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { followUp } from "../../follow-up.ts";
import { finishEmailChange, releasePrevious } from "../change-email/email-change.ts";
import { finishDeletion, releasePin } from "../delete-account/deletion.ts";
import { completeCreation } from "../manage-admins/invitation.ts";

/** The events that something must follow in another stream (design §3). */
export const startingEvents = [
  "PinRegistered",
  "ConsumerEmailChangeStarted",
  "ConsumerEmailChanged",
  "ConsumerAccountDeleted",
  "AdminAccountCreated",
  "AdminAccountDeleted",
] as const;

type Starting = StoredEvent<
  Extract<AdminDirectoryEvent | ConsumerEvent | PinEvent, { type: (typeof startingEvents)[number] }>
>;

const isStarting = (event: StoredEvent): event is Starting =>
  (startingEvents as readonly string[]).includes(event.type);

/** Takes the steps that follow an event, as far as they have not been taken. Any number of times, by any replica. */
export async function complete(dependencies: Dependencies, event: StoredEvent): Promise<void> {
  if (!isStarting(event)) return;
  switch (event.type) {
    case "PinRegistered":
      return addOrnament(dependencies, event);
    case "ConsumerEmailChangeStarted":
      return finishEmailChange(dependencies, event.data.consumerId);
    case "ConsumerEmailChanged":
      return releasePrevious(dependencies, event);
    case "ConsumerAccountDeleted":
      return finishDeletion(dependencies, event.data.consumerId);
    case "AdminAccountCreated":
      return completeCreation(dependencies, event);
    case "AdminAccountDeleted":
      return dependencies.store.erasePerson("admin", event.data.adminId);
    default:
      return event satisfies never;
  }
}

type Registered = Extract<Starting, { type: "PinRegistered" }>;

/** A registered PIN belongs among its owner's ornaments; where there is no account or no room for it, it is released. */
async function addOrnament(dependencies: Dependencies, event: Registered): Promise<void> {
  const { store, clock } = dependencies;
  const { code, consumerId, name } = event.data;
  const { state: pin } = await loadState(store, streams.pin(code), pinDecider);
  if (pin.ownerId !== consumerId) return;
  try {
    await handleCommand({
      store,
      decider: consumerDecider,
      stream: streams.consumer(consumerId),
      command: { type: "AddOrnament", code, name: name ?? "" },
      context: followUp(event, `add-ornament ${code}`, clock()),
      causationId: event.id,
    });
  } catch (error) {
    if (!(error instanceof Refusal) || !hopeless.has(error.code)) throw error;
    await releasePin(dependencies, { code, consumerId, cause: event });
  }
}

const hopeless: ReadonlySet<string> = new Set(["consumer_not_found", "too_many_ornaments"]);
