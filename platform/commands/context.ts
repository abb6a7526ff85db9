import type { Actor } from "@ornament/contracts/events/metadata";
import type { StoredEvent } from "../eventstore/event-store.ts";
import { laterPosition, type Position } from "../eventstore/position.ts";
import { commandIdOf } from "./idempotency.ts";

/** The greatest log position that a request has seen; it becomes the answer's `X-Position`. */
export class PositionTracker {
  #position: Position | undefined;

  note(position: Position | undefined): void {
    this.#position = laterPosition(this.#position, position);
  }

  get position(): Position | undefined {
    return this.#position;
  }

  /** The decimal string of the commit position, or `undefined` when nothing was seen. */
  get header(): string | undefined {
    return this.#position?.commit.toString();
  }
}

/** Who asks for a command, when, and under which id. */
export interface CommandContext {
  readonly commandId: string;
  /** Keyed hash of the request body: the same command id with another body is refused. */
  readonly bodyHash: string;
  readonly correlationId: string;
  /** The event that this command follows from. */
  readonly causationId?: string | undefined;
  readonly actor: Actor;
  readonly now: Date;
  /** The server key that links and codes of the events are made with. */
  readonly keyId?: string | undefined;
  /** Notes every position read or written. */
  readonly positions?: PositionTracker | undefined;
}

/** The context of one step of a command that has several. Its id is the same each time the command is repeated. */
export const stepOf = (context: CommandContext, step: string): CommandContext => ({
  ...context,
  commandId: commandIdOf({ actor: context.commandId, method: "STEP", path: step, key: "" }),
});

/**
 * The context of a step that follows from an event. It is the same for the request and for a completion, so a step taken
 * twice is one command. It acts in the name of who caused the event.
 */
export const followUp = (
  event: StoredEvent,
  step: string,
  { now, positions }: { now: Date; positions?: PositionTracker | undefined },
): CommandContext => ({
  commandId: commandIdOf({ actor: "system", method: "step", path: step, key: event.id }),
  bodyHash: "",
  ...causedBy(event),
  now,
  positions,
});

/** The metadata of events that follow from an event without a command of their own. */
export const causedBy = (event: StoredEvent) => ({
  correlationId: event.metadata.$correlationId,
  actor: event.metadata.actor,
  causationId: event.id,
});
