import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import { followUp } from "@ornament/platform/commands/context";
import { answerTo } from "@ornament/platform/commands/refusals";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { InvalidEventError } from "@ornament/platform/eventstore/store-errors";
import { completeCreation } from "../admins/manage-admins.ts";
import type { Parts } from "../compose-parts.ts";
import { finishEmailChange, releasePrevious } from "../consumers/change-email.ts";
import type { ConsumerRefusals } from "../consumers/commands.ts";
import { forgetFailures } from "../consumers/manage-consumers.ts";
import { finishDeletion } from "../erasures/delete-account.ts";
import { releasePin, removeReleased } from "../ornaments/routes.ts";

/** The events that are followed by steps in other streams. */
export const startingEvents = [
  "PinRegistered",
  "PinReleased",
  "SignInPauseEnded",
  "ConsumerEmailChangeStarted",
  "ConsumerEmailChanged",
  "ConsumerAccountDeleted",
  "AdminAccountCreated",
] as const;

type Starting = StoredEvent<
  Extract<AdminDirectoryEvent | ConsumerEvent | PinEvent, { type: (typeof startingEvents)[number] }>
>;

const isStarting = (event: StoredEvent): event is Starting =>
  (startingEvents as readonly string[]).includes(event.type);

/** Takes the steps that follow an event. It can be repeated, also by other replicas. */
export async function completeSteps(parts: Parts, event: StoredEvent): Promise<void> {
  if (!isStarting(event)) return;
  // Only a newer build can tell the steps that follow this event. This build tries again until it is
  // replaced.
  if (event.unreadable !== undefined) throw new Refusal("upgrade_in_progress");
  if ((event.invalid ?? event.damaged) !== undefined) throw new InvalidEventError(event);
  switch (event.type) {
    case "PinRegistered":
      return addOrnament(parts, event);
    case "PinReleased":
      return removeReleased(parts, event);
    case "SignInPauseEnded":
      return forgetFailures(parts, event);
    case "ConsumerEmailChangeStarted":
      return finishEmailChange(parts, event.data.consumerId);
    case "ConsumerEmailChanged":
      return releasePrevious(parts, event);
    case "ConsumerAccountDeleted":
      return finishDeletion(parts, event.data.consumerId);
    case "AdminAccountCreated":
      return completeCreation(parts, event);
    default:
      return unreachable(event);
  }
}

/** Adds an entered PIN to its owner's ornaments. If there is no account or it is full, releases the PIN. */
async function addOrnament(parts: Parts, event: Extract<Starting, { type: "PinRegistered" }>): Promise<void> {
  const { code, consumerId, name } = event.data;
  const { state: pin } = await parts.pins.load(code);
  if (pin.ownerId !== consumerId) return;
  const context = followUp(event, `add-ornament ${code}`, { now: parts.clock() });
  try {
    await parts.consumers.handle(consumerId, { type: "AddOrnament", code, name: name ?? "" }, context);
  } catch (error) {
    if (answerTo(error, whenNotAdded) !== "release") throw error;
    await releasePin(parts, { code, consumerId, cause: event });
  }
}

/** Neither refusal ends with time. */
const whenNotAdded: Record<ConsumerRefusals["AddOrnament"], "release"> = {
  consumer_not_found: "release",
  too_many_ornaments: "release",
};
