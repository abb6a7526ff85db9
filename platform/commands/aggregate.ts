import type { EventStore, PlainEvent } from "../eventstore/event-store.ts";
import type { CommandContext } from "./context.ts";
import type { Decider } from "./decider.ts";
import { type CommandToHandle, type Handled, handleCommand, type Loading } from "./handle-command.ts";
import { type LoadedState, loadState, newStream } from "./load-state.ts";

/** An aggregate: the stream of its events, and its decider. */
export interface Aggregate<Id, State, Command, Event extends PlainEvent> {
  readonly stream: (id: Id) => string;
  readonly decider: Decider<State, Command, Event>;
}

/** An aggregate on an event store. */
export interface BoundAggregate<Id, State, Command, Event extends PlainEvent> {
  /**
   * Reads the stream and folds it; a missing stream gives the initial state. Throws `upgrade_in_progress`.
   */
  load(id: Id): Promise<LoadedState<State, Event>>;
  /**
   * Decides a command and appends its events. A function in place of the command makes the command from the
   * state and its events, and may throw a refusal.
   * A repeated command id gives the recorded events. `loaded` is the stream as the request has read it, or as
   * an earlier command of the request returned it, or a function that reads what the command needs of it;
   * without `loaded` the stream is read. Throws the refusals of the decider, `conflict`, `idempotency_key_reused` and `upgrade_in_progress`.
   */
  handle(
    id: Id,
    command: CommandToHandle<State, Command, Event>,
    context: CommandContext,
    loaded?: Loading<State, Event>,
  ): Promise<Handled<State, Event>>;
  /** As `handle`, for an id made just now: its stream can't exist, so it isn't read. */
  begin(id: Id, command: Command, context: CommandContext): Promise<Handled<State, Event>>;
}

/** Binds an aggregate to the event store, once for a process. */
export const bindAggregate = <Id, State, Command, Event extends PlainEvent>(
  store: EventStore,
  { stream, decider }: Aggregate<Id, State, Command, Event>,
): BoundAggregate<Id, State, Command, Event> => ({
  load: (id) => loadState(store, stream(id), decider),
  handle: (id, command, context, loaded) =>
    handleCommand({ store, decider, stream: stream(id), command, context, loaded }),
  begin: (id, command, context) =>
    handleCommand({ store, decider, stream: stream(id), command, context, loaded: newStream(decider) }),
});
