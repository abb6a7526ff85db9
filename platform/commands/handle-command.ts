import { Refusal } from "@ornament/contracts/errors";
import type { Appended, EventStore, PlainEvent, StoredEvent } from "../eventstore/event-store.ts";
import type { Position } from "../eventstore/position.ts";
import { ConflictError } from "../eventstore/store-errors.ts";
import { atMost, oneAtATime } from "../waiting/at-most.ts";
import { type CommandContext, hasBodyOf } from "./context.ts";
import type { Decider } from "./decider.ts";
import { type LoadedState, loadState } from "./load-state.ts";

export interface Handled<State, Event extends PlainEvent> {
  /** The state after this command's events. */
  state: State;
  /** This command's events: appended now, or found in the stream if `repeated`. */
  events: StoredEvent<Event>[];
  /** The position of the stream's last event: the last one written, or else the last one read. */
  position: Position | undefined;
  repeated: boolean;
  /** The stream after the command, for the request's next command on it. */
  loaded: LoadedState<State, Event>;
}

const maxAttempts = 5;

/** The number of commands that run at the same time: enough to keep the event store busy. */
const commandsAtOnce = 128;

/** Commands on one stream run one after another within a process. In parallel they would only conflict. */
interface Turns {
  readonly ofStreams: ReturnType<typeof oneAtATime>;
  readonly ofAll: ReturnType<typeof atMost>;
}

const turnsOfStores = new WeakMap<EventStore, Turns>();

function turnsOf(store: EventStore): Turns {
  const turns = turnsOfStores.get(store) ?? {
    ofStreams: oneAtATime(),
    ofAll: atMost(commandsAtOnce),
  };
  turnsOfStores.set(store, turns);
  return turns;
}

/**
 * A command, or a function that makes the command from the state and its events. Of a long stream only the
 * events that still count are given.
 */
export type CommandToHandle<State, Command, Event extends PlainEvent> =
  | Command
  | CommandFactory<State, Command, Event>;

type CommandFactory<State, Command, Event extends PlainEvent> = (
  state: State,
  events: readonly StoredEvent<Event>[],
) => Command;

export type Loading<State, Event extends PlainEvent> =
  | LoadedState<State, Event>
  | (() => Promise<LoadedState<State, Event>>);

export interface HandleCommandOptions<State, Command, Event extends PlainEvent> {
  store: EventStore;
  decider: Decider<State, Command, Event>;
  stream: string;
  command: CommandToHandle<State, Command, Event>;
  context: CommandContext;
  /**
   * The stream as the request has read it, or as it is known for a new stream. A function reads in place of the
   * whole stream what the command needs of it, also after a conflict.
   */
  loaded?: Loading<State, Event> | undefined;
}

/**
 * Loads the stream, decides, and appends at the exact revision. A command whose events are in the stream
 * already gives these events. Commands on the same stream run one after another within a process. After a
 * conflict the stream is read and the command decided again, at most 4 times. Then the command is refused as
 * `conflict`.
 */
export function handleCommand<State, Command, Event extends PlainEvent>(
  options: HandleCommandOptions<State, Command, Event>,
): Promise<Handled<State, Event>> {
  const { ofStreams, ofAll } = turnsOf(options.store);
  return ofStreams(options.stream, () => ofAll(() => handleInTurn(options)));
}

async function handleInTurn<State, Command, Event extends PlainEvent>(
  options: HandleCommandOptions<State, Command, Event>,
): Promise<Handled<State, Event>> {
  const { store, stream, decider, context } = options;
  const given = options.loaded;
  const load = typeof given === "function" ? given : () => loadState(store, stream, decider);
  let known = typeof given === "function" ? undefined : given;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    // 1. Load the stream, unless the request has read it.
    const loaded = known ?? (await load());
    context.positions?.note(loaded.position);
    // 2. A repeated command gives its recorded events.
    const recorded = await recordedOf(loaded, context);
    if (recorded.length > 0) return handled(loaded, recorded, true);
    // 3. Decide.
    const command = isFactory(options.command)
      ? options.command(loaded.state, loaded.events)
      : options.command;
    const decided = decider.decide(command, loaded.state);
    if (decided.length === 0) return handled(loaded, [], false);
    // 4. Append at the revision that was decided on.
    try {
      const events = await append(options, decided, loaded);
      context.positions?.note(events.position);
      return handled(appendedTo(loaded, events, options), events.events, false);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
    // 5. Another process has written in the meantime: begin again.
    known = undefined;
  }
  throw new Refusal("conflict");
}

const handled = <State, Event extends PlainEvent>(
  loaded: LoadedState<State, Event>,
  events: StoredEvent<Event>[],
  repeated: boolean,
): Handled<State, Event> => ({
  state: loaded.state,
  events,
  position: loaded.position,
  repeated,
  loaded,
});

/**
 * The events of the command that are in the stream already; none if the command is new there. Throws
 * `idempotency_key_reused` if they were recorded for another body.
 */
export async function recordedOf<Event extends PlainEvent>(
  loaded: Pick<LoadedState<unknown, Event>, "holds" | "eventsOf">,
  context: CommandContext,
): Promise<StoredEvent<Event>[]> {
  if (!loaded.holds(context.commandId)) return [];
  const recorded = await loaded.eventsOf(context.commandId);
  if (recorded.some(({ metadata }) => !hasBodyOf(context, metadata.bodyHash)))
    throw new Refusal("idempotency_key_reused");
  return recorded;
}

function append<State, Command, Event extends PlainEvent>(
  { store, stream, context }: HandleCommandOptions<State, Command, Event>,
  decided: readonly Event[],
  { revision }: LoadedState<State, Event>,
): Promise<Appended<Event>> {
  return store.append<Event>(stream, revision, decided, context);
}

/** The result that a read of the stream would give now. */
function appendedTo<State, Command, Event extends PlainEvent>(
  before: LoadedState<State, Event>,
  { revision, position, events }: Appended<Event>,
  { decider, context: { commandId } }: HandleCommandOptions<State, Command, Event>,
): LoadedState<State, Event> {
  return {
    state: events.reduce<State>((state, event) => decider.evolve(state, event), before.state),
    events: [...before.events, ...events],
    revision,
    position,
    holds: (id) => id === commandId || before.holds(id),
    eventsOf: async (id) => (id === commandId ? events : before.eventsOf(id)),
  };
}

/** Commands are plain values, so a function can only be a maker of commands. */
function isFactory<State, Command, Event extends PlainEvent>(
  command: CommandToHandle<State, Command, Event>,
): command is CommandFactory<State, Command, Event> {
  return typeof command === "function";
}
