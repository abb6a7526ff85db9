import type { managedOrnamentRoutes } from "@ornament/contracts/ornaments/api";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { formatPinCode, pinCodeOf } from "@ornament/contracts/values/pin-code";
import { followUp, type PositionTracker } from "@ornament/platform/commands/context";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import type { ConsumerRefusals } from "../consumers/commands.ts";

/** Releases a PIN, unless it has another owner now. `cause`: the event that this follows from. */
export async function releasePin(
  { pins, clock }: Pick<Parts, "pins" | "clock">,
  released: {
    code: string;
    consumerId: number;
    cause: StoredEvent;
    positions?: PositionTracker | undefined;
  },
): Promise<void> {
  const { code, consumerId, cause, positions } = released;
  const context = followUp(cause, "release-pin", { now: clock(), positions });
  await pins.handle(code, { type: "Release", consumerId }, context);
}

/** The ornaments of a deleted account are not removed. */
const whenNotRemoved: Record<ConsumerRefusals["RemoveOrnament"], "leave"> = { consumer_not_found: "leave" };

/** Removes a released PIN from its former owner's ornaments, unless it was entered again. Repeatable. */
export async function removeReleased(
  { pins, consumers, clock }: Parts,
  released: StoredEvent<Extract<PinEvent, { type: "PinReleased" }>>,
  positions?: PositionTracker,
): Promise<void> {
  const { code, consumerId } = released.data;
  if ((await pins.load(code)).state.ownerId === consumerId) return;
  const context = followUp(released, "remove-ornament", { now: clock(), positions });
  try {
    await consumers.handle(consumerId, { type: "RemoveOrnament", code }, context);
  } catch (error) {
    if (answerTo(error, whenNotRemoved) !== "leave") throw error;
  }
}

/** `POST api/admin/release-pin`. Throws `pin_not_found`, `pin_owner_changed`. */
export const releaseFromOwner =
  (parts: Parts): Handler<typeof managedOrnamentRoutes.releasePin> =>
  async (request) => {
    const { id, userId: consumerId, reason } = request.body;
    const code = pinCodeOf(id);
    const command = { type: "ReleaseFromOwner", consumerId, reason } as const;
    const { events } = await parts.pins.handle(code, command, parts.contexts.of(request));
    for (const event of events)
      if (event.type === "PinReleased") await removeReleased(parts, event, request.positions);
    return { success: true, message: `The PIN ${formatPinCode(code)} was released.` };
  };
