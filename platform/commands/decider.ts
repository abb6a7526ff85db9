import type { Compaction, PlainEvent } from "../eventstore/event-store.ts";

/** The pure heart of an aggregate: state from events, events from a command. The clock, ids and chance are in the command. */
export interface Decider<State, Command, Event extends PlainEvent> {
  initialState(): State;
  /** The events the command causes, none when there is nothing to do. Throws `Refusal` when it may not happen. */
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
  /** For streams that may grow long: the events that still count. Without it every event is read for each command. */
  readonly compaction?: Compaction<Event>;
}
