import type { Compaction, PlainEvent } from "../eventstore/event-store.ts";

/** The rules of an aggregate, as pure functions. Times, new ids and random values are part of the command. */
export interface Decider<State, Command, Event extends PlainEvent> {
  initialState(): State;
  /** The events of the command, none if there is nothing to do. Throws `Refusal` if it is not allowed. */
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
  /** Which events of a long stream still count. Without it every event is read for each command. */
  readonly compaction?: Compaction<Event>;
}
