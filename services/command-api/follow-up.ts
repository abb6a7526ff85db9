import type { CommandContext, PositionTracker } from "@ornament/platform/commands/handle-command";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";

/**
 * The context of a step that follows from an event: the same for whoever takes it, so that a step taken twice, by the
 * request and by a completion, is one command. It acts in the name of who caused the event.
 */
export function followUp(
  event: StoredEvent,
  step: string,
  now: Date,
  positions?: PositionTracker | undefined,
): CommandContext {
  return {
    commandId: commandIdOf({ actor: "system", method: "step", path: step, key: event.id }),
    bodyHash: "",
    correlationId: event.metadata.$correlationId,
    actor: event.metadata.actor,
    now,
    positions,
  };
}

/** For events that follow without a command of their own. */
export const causedBy = (event: StoredEvent) => ({
  correlationId: event.metadata.$correlationId,
  actor: event.metadata.actor,
  causationId: event.id,
});
