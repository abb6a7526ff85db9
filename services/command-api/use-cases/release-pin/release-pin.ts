import type { pinRoutes } from "@ornament/contracts/api/pins";
import { formatPinCode, pinCodeOf } from "@ornament/contracts/domain/pin-code";
import type { PinEvent } from "@ornament/contracts/events/pin";
import { followUp, type PositionTracker } from "@ornament/platform/commands/context";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { ConsumerRefusals } from "../../aggregates/consumer/commands.ts";
import type { Parts } from "../../compose-parts.ts";

/** Releases a PIN, unless it has another owner now. `cause`: the event that this follows from. */
export type ReleasePin = (release: {
  code: string;
  consumerId: number;
  cause: StoredEvent;
  positions?: PositionTracker | undefined;
}) => Promise<void>;

interface Needs {
  readonly pins: Pick<Aggregates["pins"], "handle">;
  readonly clock: () => Date;
}

export const releasePin =
  ({ pins, clock }: Needs): ReleasePin =>
  async ({ code, consumerId, cause, positions }) => {
    const context = followUp(cause, "release-pin", { now: clock(), positions });
    await pins.handle(code, { type: "Release", consumerId }, context);
  };

type Released = StoredEvent<Extract<PinEvent, { type: "PinReleased" }>>;

/**
 * Removes a released PIN from its former owner's ornaments, unless the owner has entered it again. It can be
 * repeated.
 */
export type RemoveReleased = (released: Released, positions?: PositionTracker) => Promise<void>;

interface RemovingNeeds {
  readonly pins: Pick<Aggregates["pins"], "load">;
  readonly consumers: Pick<Aggregates["consumers"], "handle">;
  readonly clock: () => Date;
}

/** The ornaments of a deleted account are not removed. */
const whenNotRemoved: Record<ConsumerRefusals["RemoveOrnament"], "leave"> = { consumer_not_found: "leave" };

export const removeReleased =
  ({ pins, consumers, clock }: RemovingNeeds): RemoveReleased =>
  async (released, positions) => {
    const { code, consumerId } = released.data;
    if ((await pins.load(code)).state.ownerId === consumerId) return;
    const context = followUp(released, "remove-ornament", { now: clock(), positions });
    try {
      await consumers.handle(consumerId, { type: "RemoveOrnament", code }, context);
    } catch (error) {
      if (answerTo(error, whenNotRemoved) !== "leave") throw error;
    }
  };

/** `POST api/admin/release-pin`. Throws `pin_not_found`, `pin_owner_changed`. */
export const releaseFromOwner =
  ({ pins, removeReleased: remove, contexts }: Parts): Handler<typeof pinRoutes.releasePin> =>
  async (request) => {
    const { id, userId: consumerId, reason } = request.body;
    const code = pinCodeOf(id);
    const command = { type: "ReleaseFromOwner", consumerId, reason } as const;
    const { events } = await pins.handle(code, command, contexts.of(request));
    for (const event of events) if (event.type === "PinReleased") await remove(event, request.positions);
    return { success: true, message: `The PIN ${formatPinCode(code)} was released.` };
  };
