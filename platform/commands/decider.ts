import type { Compaction, PlainEvent } from "../eventstore/event-store.ts";

/** The rules of an aggregate, as pure functions. Times, new ids and random values are part of the command. */
export interface Decider<State, Command, Event extends PlainEvent> {
  initialState(): State;
  /** The events of the command; none without a change. Throws `Refusal` for a command that is not allowed. */
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
  /** The number of newest events that decisions need; all if absent. A repeated command is found among them. */
  readonly newest?: number;
  /**
   * The rule for the events of a long stream that still count: only for a stream whose growth has no bound, and
   * whose oldest events still count.
   */
  readonly compaction?: Compaction<Event>;
}
