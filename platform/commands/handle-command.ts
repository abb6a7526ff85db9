import { Refusal } from "@ornament/contracts/errors";
import { Semaphore } from "async-mutex";
import { withPermit } from "../deadline/with-permit.ts";
import type { EventStore, PlainEvent, StoredEvent } from "../eventstore/event-store.ts";
import type { Position } from "../eventstore/position.ts";
import { ConflictError } from "../eventstore/store-errors.ts";
import type { CommandContext } from "./context.ts";
import type { Decider } from "./decider.ts";
import { type LoadedState, loadState } from "./load-state.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { RecentState } from "./recent-states.ts";
import type { CommandStore } from "./remembering-store.ts";

export interface Handled<State, Event extends PlainEvent> {
  /** The state after this command's events. */
  state: State;
  /** This command's events: appended now or, if `repeated`, found in the stream. */
  events: StoredEvent<Event>[];
  /** The position of the last event of the stream: the last written, or the last read if nothing was written. */
  position: Position | undefined;
  repeated: boolean;
}

const maxAttempts = 5;

/** How many commands run at the same time: enough to keep the event store busy, and no more when it is slow. */
const commandsAtOnce = 128;

/** Commands on one stream run one after another within a process: in parallel they would only conflict. */
interface Turns {
  readonly ofStreams: ReturnType<typeof oneAtATime>;
  readonly places: Semaphore;
}

const turnsOfStores = new WeakMap<EventStore, Turns>();

function turnsOf(store: EventStore): Turns {
  const turns = turnsOfStores.get(store) ?? {
    ofStreams: oneAtATime(),
    places: new Semaphore(commandsAtOnce),
  };
  turnsOfStores.set(store, turns);
  return turns;
}

/**
 * A command, or a function that makes it from the state it is decided on and the events of that state. Of a long stream these
 * are only the events that still count.
 */
export type CommandToHandle<State, Command, Event extends PlainEvent> =
  | Command
  | CommandFactory<State, Command, Event>;

type CommandFactory<State, Command, Event extends PlainEvent> = (
  state: State,
  events: readonly StoredEvent<Event>[],
) => Command;

export interface HandleCommandOptions<State, Command, Event extends PlainEvent> {
  store: CommandStore;
  decider: Decider<State, Command, Event>;
  stream: string;
  command: CommandToHandle<State, Command, Event>;
  context: CommandContext;
  /** The stream's id was made just now, so the stream can't exist and isn't read. */
  isNew?: boolean;
}

/**
 * Loads the stream, decides, and appends at the exact revision. If the stream has this command's events already, gives
 * these. Commands on the same stream run one after another within a process. After a conflict with another replica the
 * command is read and decided again, at most 4 times. Then it is refused as `conflict`. A stream that was changed lately isn't loaded if
 * its state is remembered and the append at its revision succeeds. See docs/decisions/0039-recent-states.md
 */
export function handleCommand<State, Command, Event extends PlainEvent>(
  options: HandleCommandOptions<State, Command, Event>,
): Promise<Handled<State, Event>> {
  const { ofStreams, places } = turnsOf(options.store);
  return ofStreams(options.stream, () => withPermit(places, () => handleInTurn(options)));
}

async function handleInTurn<State, Command, Event extends PlainEvent>(
  options: HandleCommandOptions<State, Command, Event>,
): Promise<Handled<State, Event>> {
  const known = await handleKnown(options);
  if (known) return known;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      const handled = await handleLoaded(options);
      options.context.positions?.note(handled.position);
      return handled;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
  throw new Refusal("conflict");
}

/**
 * Decides on a state that is known without a read. Gives `undefined` unless that appends events: only an append at the exact revision proves
 * that the state is the latest one.
 */
async function handleKnown<State, Command, Event extends PlainEvent>(
  options: HandleCommandOptions<State, Command, Event>,
): Promise<Handled<State, Event> | undefined> {
  const { store, decider, stream, command, context, isNew } = options;
  const memory = decider.remembered ? store.memory : undefined;
  const recent = memory?.states.get(stream);
  // This decider has stored the state under this name.
  const base = isNew ? emptyStream(decider) : recent && { ...recent, state: recent.state as State };
  if (!base || isFactory(command) || base.commandIds.has(context.commandId)) return undefined;
  const decided = decidedOn(base.state, decider, command);
  if (decided.length === 0) return undefined;
  try {
    const handled = await append(options, decided, base);
    if (recent) memory?.used();
    context.positions?.note(handled.position);
    return handled;
  } catch (error) {
    if (error instanceof ConflictError) return undefined;
    throw error;
  }
}

/** None for a refusal: the stream has to be read to refuse the command. */
function decidedOn<State, Command, Event extends PlainEvent>(
  state: State,
  decider: Decider<State, Command, Event>,
  command: Command,
): Event[] {
  try {
    return decider.decide(command, state);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

async function handleLoaded<State, Command, Event extends PlainEvent>(
  options: HandleCommandOptions<State, Command, Event>,
): Promise<Handled<State, Event>> {
  const { store, decider, stream, command, context } = options;
  const loaded = await loadState(store, stream, decider);
  context.positions?.note(loaded.position);
  if (loaded.holds(context.commandId)) {
    const recorded = await loaded.eventsOf(context.commandId);
    if (recorded.some((event) => event.metadata.bodyHash !== context.bodyHash)) {
      throw new Refusal("idempotency_key_reused");
    }
    return { state: loaded.state, events: recorded, position: loaded.position, repeated: true };
  }
  const made = isFactory(command) ? command(loaded.state, loaded.events) : command;
  const decided = decider.decide(made, loaded.state);
  if (decided.length === 0) {
    return { state: loaded.state, events: [], position: loaded.position, repeated: false };
  }
  return append(options, decided, { ...loaded, commandIds: loaded.commandIds(), uses: 0 });
}

type Base<State> = Pick<LoadedState<State, never>, "state" | "revision"> &
  Pick<RecentState, "commandIds" | "uses">;

const emptyStream = <State>({
  initialState,
}: Pick<Decider<State, never, never>, "initialState">): Base<State> => ({
  state: initialState(),
  revision: "no_stream",
  commandIds: new Set(),
  uses: 0,
});

/** Appends to the stream as it was when the events were decided. */
async function append<State, Command, Event extends PlainEvent>(
  { store, decider, stream, context }: HandleCommandOptions<State, Command, Event>,
  decided: readonly Event[],
  base: Base<State>,
): Promise<Handled<State, Event>> {
  const { correlationId, causationId, commandId, bodyHash, actor, keyId } = context;
  const metadata = { correlationId, causationId, commandId, bodyHash, actor, keyId };
  const states = decider.remembered ? store.memory?.states : undefined;
  // Until the append has succeeded nobody knows what the stream holds.
  states?.forget(stream);
  const { revision, position, events } = await store.append<Event>(stream, base.revision, decided, metadata);
  const state = events.reduce<State>((current, event) => decider.evolve(current, event), base.state);
  const commandIds = new Set(base.commandIds).add(commandId);
  states?.set(stream, { state, revision, commandIds, uses: base.uses + 1 });
  return { state, events, position, repeated: false };
}

/** Commands are plain values, so a function can only be one that makes a command. */
function isFactory<State, Command, Event extends PlainEvent>(
  command: CommandToHandle<State, Command, Event>,
): command is CommandFactory<State, Command, Event> {
  return typeof command === "function";
}
