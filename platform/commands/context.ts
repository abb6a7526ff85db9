import type { Actor } from "@ornament/contracts/events/metadata";
import type { RequestOrigin, StoredEvent } from "../eventstore/event-store.ts";
import { laterPosition, type Position } from "../eventstore/position.ts";
import { commandIdOf } from "./idempotency.ts";

/** The latest position that a request has read or written. The answer has it as `X-Position`. */
export class PositionTracker {
  #position: Position | undefined;

  note(position: Position | undefined): void {
    this.#position = laterPosition(this.#position, position);
  }

  get position(): Position | undefined {
    return this.#position;
  }

  /** The commit position as a decimal string. */
  get header(): string | undefined {
    return this.#position?.commit.toString();
  }
}

export interface CommandContext extends RequestOrigin {
  readonly commandId: string;
  /** Keyed hash of the idempotency key and the body: the same command id with another body is refused. */
  readonly bodyHash: string;
  /** The hash of the body alone, which earlier builds recorded. */
  readonly formerBodyHash?: string | undefined;
  readonly sessionId?: string | undefined;
  /** The event that this command follows from. */
  readonly causationId?: string | undefined;
  readonly actor: Actor;
  readonly now: Date;
  /** The id of the server key for links and codes that the events lead to. */
  readonly keyId?: string | undefined;
  readonly positions?: PositionTracker | undefined;
}

/** Whether a recorded command had the body of this one. */
export const hasBodyOf = (
  { bodyHash, formerBodyHash }: Pick<CommandContext, "bodyHash" | "formerBodyHash">,
  recorded: string | undefined,
): boolean => recorded !== undefined && [bodyHash, formerBodyHash].includes(recorded);

/** The context of a command's step. Its id is the same when the command is repeated. */
export const stepOf = (context: CommandContext, step: string): CommandContext => ({
  ...context,
  commandId: commandIdOf({ actor: context.commandId, method: "STEP", path: step, key: "" }),
});

/**
 * The context of a step that follows from an event. Its id is the same in the request and in a completion, so a
 * repeated step takes effect once.
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

/** The part of a request or a context that says which request events come from. */
export const originOf = ({ correlationId, requestId }: RequestOrigin): RequestOrigin => ({
  correlationId,
  requestId,
});

/** The metadata of events that follow from an event without a command. */
export const causedBy = (event: StoredEvent) => ({
  correlationId: event.metadata.$correlationId,
  requestId: event.metadata.requestId,
  sessionId: event.metadata.sessionId,
  actor: event.metadata.actor,
  causationId: event.id,
});
