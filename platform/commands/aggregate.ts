import type { EventStore, PlainEvent } from "../eventstore/event-store.ts";
import type { CommandContext } from "./context.ts";
import type { Decider } from "./decider.ts";
import { type CommandToHandle, handleCommand, type Loading } from "./handle-command.ts";
import { loadState, newStream } from "./load-state.ts";

/** Binds an aggregate, the stream of its events and its decider, to the event store, once for a process. */
export const bindAggregate = <Id, State, Command, Event extends PlainEvent>(
  store: EventStore,
  { stream, decider }: { stream: (id: Id) => string; decider: Decider<State, Command, Event> },
) => ({
  /** Reads the stream and folds it; a missing stream gives the initial state. Throws `upgrade_in_progress`. */
  load: (id: Id) => loadState(store, stream(id), decider),
  /**
   * Decides a command and appends its events. A function in place of the command makes the command from the
   * state and its events, and may throw a refusal. A repeated command id gives the recorded events. `loaded` is
   * the stream as the request has read it, or as an earlier command of the request returned it, or a function
   * that reads what the command needs of it; without `loaded` the stream is read. Throws the refusals of the
   * decider, `conflict`, `idempotency_key_reused` and `upgrade_in_progress`.
   */
  handle: (
    id: Id,
    command: CommandToHandle<State, Command, Event>,
    context: CommandContext,
    loaded?: Loading<State, Event>,
  ) => handleCommand({ store, decider, stream: stream(id), command, context, loaded }),
  /** As `handle`, for an id made just now: its stream can't exist, so it isn't read. */
  begin: (id: Id, command: Command, context: CommandContext) => {
    const loaded = newStream<State, Event>(decider);
    return handleCommand({ store, decider, stream: stream(id), command, context, loaded });
  },
});
