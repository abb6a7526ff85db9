import { Refusal } from "@ornament/contracts/errors";
import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import type { PinEvent } from "@ornament/contracts/events/pin";
import { followUp } from "@ornament/platform/commands/context";
import { answerTo } from "@ornament/platform/commands/refusals";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { InvalidEventError } from "@ornament/platform/eventstore/store-errors";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { ConsumerRefusals } from "../../aggregates/consumer/commands.ts";
import type { EmailChanges } from "../change-email/email-change.ts";
import type { FinishDeletion } from "../delete-account/finish-deletion.ts";
import type { ForgetFailures } from "../end-sign-in-pause/end-sign-in-pause.ts";
import type { CompleteCreation } from "../manage-admins/invite.ts";
import type { ReleasePin, RemoveReleased } from "../release-pin/release-pin.ts";

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

export interface StepNeeds {
  readonly consumers: Pick<Aggregates["consumers"], "handle">;
  readonly pins: Pick<Aggregates["pins"], "load">;
  readonly emailChanges: Pick<EmailChanges, "finish" | "releasePrevious">;
  readonly finishDeletion: FinishDeletion;
  readonly completeCreation: CompleteCreation;
  readonly releasePin: ReleasePin;
  readonly removeReleased: RemoveReleased;
  readonly forgetFailures: ForgetFailures;
  readonly clock: () => Date;
}

/**
 * Takes the steps that follow an event, unless they were taken already. It can be repeated, also by other
 * replicas.
 */
export type CompleteSteps = (event: StoredEvent) => Promise<void>;

export function completeSteps(needs: StepNeeds): CompleteSteps {
  /** Adds an entered PIN to its owner's ornaments. If there is no account or it is full, releases the PIN. */
  const addOrnament = async (event: Extract<Starting, { type: "PinRegistered" }>): Promise<void> => {
    const { code, consumerId, name } = event.data;
    const { state: pin } = await needs.pins.load(code);
    if (pin.ownerId !== consumerId) return;
    const context = followUp(event, `add-ornament ${code}`, { now: needs.clock() });
    try {
      await needs.consumers.handle(consumerId, { type: "AddOrnament", code, name: name ?? "" }, context);
    } catch (error) {
      if (answerTo(error, whenNotAdded) !== "release") throw error;
      await needs.releasePin({ code, consumerId, cause: event });
    }
  };

  return async (event) => {
    if (!isStarting(event)) return;
    // Only a newer build can tell the steps that follow this event. This build tries again until it is
    // replaced.
    if (event.unreadable !== undefined) throw new Refusal("upgrade_in_progress");
    if ((event.invalid ?? event.damaged) !== undefined) throw new InvalidEventError(event);
    switch (event.type) {
      case "PinRegistered":
        return addOrnament(event);
      case "PinReleased":
        return needs.removeReleased(event);
      case "SignInPauseEnded":
        return needs.forgetFailures(event);
      case "ConsumerEmailChangeStarted":
        return needs.emailChanges.finish(event.data.consumerId);
      case "ConsumerEmailChanged":
        return needs.emailChanges.releasePrevious(event);
      case "ConsumerAccountDeleted":
        return needs.finishDeletion(event.data.consumerId);
      case "AdminAccountCreated":
        return needs.completeCreation(event);
      default:
        return unreachable(event);
    }
  };
}

/** Neither refusal ends with time. */
const whenNotAdded: Record<ConsumerRefusals["AddOrnament"], "release"> = {
  consumer_not_found: "release",
  too_many_ornaments: "release",
};
