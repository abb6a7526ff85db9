import { Refusal } from "@ornament/contracts/routes/errors";
import type { Appended, EventStore, PlainEvent, StoredEvent } from "../eventstore/event-store.ts";
import type { Position } from "../eventstore/position.ts";
import { ConflictError } from "../eventstore/store-errors.ts";
import { atMost, oneAtATime } from "../waiting/at-most.ts";
import { type CommandContext, hasBodyOf } from "./context.ts";
import type { Decider } from "./decider.ts";
import { type LoadedState, loadState } from "./load-state.ts";

export interface Handled<State, Event extends PlainEvent> {
  /** After this command's events. */
  state: State;
  /** This command's events: appended now, or found in the stream if `repeated`. */
  events: StoredEvent<Event>[];
  position: Position | undefined;
  repeated: boolean;
  /** The stream after the command, for the request's next command on it. */
  loaded: LoadedState<State, Event>;
}

const maxAttempts = 5;

/** Enough to keep the event store busy. */
const commandsAtOnce = 128;

/** Commands on one stream run one after another within a process: in parallel they would only conflict. */
const newTurns = () => ({ ofStreams: oneAtATime(), ofAll: atMost(commandsAtOnce) });
const turnsOfStores = new WeakMap<EventStore, ReturnType<typeof newTurns>>();

/** A command, or what makes it. Of a long stream only the events that still count are given. */
export type CommandToHandle<State, Command, Event extends PlainEvent> =
  | Command
  | ((state: State, events: readonly StoredEvent<Event>[]) => Command);

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
 * Loads the stream, decides, and appends at the exact revision. A command whose events are in the stream already
 * gives these events. After a conflict the stream is read and the command decided again, at most 4 times. Then
 * the command is refused as `conflict`.
 */
export function handleCommand<State, Command, Event extends PlainEvent>(
  options: HandleCommandOptions<State, Command, Event>,
): Promise<Handled<State, Event>> {
  const { store, stream, decider, loaded: given } = options;
  const { ofStreams, ofAll } = turnsOfStores.get(store) ?? newTurns();
  turnsOfStores.set(store, { ofStreams, ofAll });
  const load = typeof given === "function" ? given : () => loadState(store, stream, decider);
  const inTurn = async () => {
    let known = typeof given === "function" ? undefined : given;
    for (let attempts = 1; attempts <= maxAttempts; attempts += 1) {
      const handled = await attempt(options, known ?? (await load()));
      if (handled) return handled;
      known = undefined;
    }
    throw new Refusal("conflict");
  };
  return ofStreams(stream, () => ofAll(inTurn));
}

/** Decides on the loaded stream and appends; `undefined` if somebody else has written in the meantime. */
async function attempt<State, Command, Event extends PlainEvent>(
  { store, stream, decider, context, command }: HandleCommandOptions<State, Command, Event>,
  loaded: LoadedState<State, Event>,
): Promise<Handled<State, Event> | undefined> {
  context.positions?.note(loaded.position);
  // 1. A repeated command gives its recorded events.
  const recorded = await recordedOf(loaded, context);
  if (recorded.length > 0) return handled(loaded, recorded, true);
  // 2. Decide.
  // Commands are plain values, so a function can only be a maker of commands.
  const asked = command instanceof Function ? command(loaded.state, loaded.events) : command;
  const decided = decider.decide(asked, loaded.state);
  if (decided.length === 0) return handled(loaded, [], false);
  // 3. Append at the revision that was decided on.
  try {
    const appended = await store.append<Event>(stream, loaded.revision, decided, context);
    context.positions?.note(appended.position);
    return handled(appendedTo(loaded, appended, decider, context), appended.events, false);
  } catch (error) {
    if (error instanceof ConflictError) return undefined;
    throw error;
  }
}

const handled = <State, Event extends PlainEvent>(
  loaded: LoadedState<State, Event>,
  events: StoredEvent<Event>[],
  repeated: boolean,
): Handled<State, Event> => ({ state: loaded.state, events, position: loaded.position, repeated, loaded });

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

/** What a read of the stream would give now. */
function appendedTo<State, Event extends PlainEvent>(
  before: LoadedState<State, Event>,
  { revision, position, events }: Appended<Event>,
  { evolve }: Pick<Decider<State, never, Event>, "evolve">,
  { commandId }: CommandContext,
): LoadedState<State, Event> {
  return {
    state: events.reduce<State>((state, event) => evolve(state, event), before.state),
    events: [...before.events, ...events],
    revision,
    position,
    holds: (id) => id === commandId || before.holds(id),
    eventsOf: async (id) => (id === commandId ? events : before.eventsOf(id)),
  };
}
