import { Refusal } from "@ornament/contracts/errors";
import type { Actor } from "@ornament/contracts/events/metadata";
import { Semaphore } from "async-mutex";
import { inTurn } from "../deadline/in-turn.ts";
import { type History, wholeHistory } from "../eventstore/compaction/compaction.ts";
import {
  ConflictError,
  type EventStore,
  type PlainEvent,
  type StoredEvent,
} from "../eventstore/event-store.ts";
import { laterPosition, type Position } from "../eventstore/position.ts";
import { leaveTurns } from "../eventstore/reads/yield-regularly.ts";
import type { Decider } from "./decider.ts";
import { oneAtATime } from "./one-at-a-time.ts";

/** The greatest log position a request has seen; it becomes the answer's `X-Position` (design §7). */
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

export interface CommandContext {
  readonly commandId: string;
  /** Keyed hash of the request body: the same command id with another body is refused. */
  readonly bodyHash: string;
  readonly correlationId: string;
  readonly actor: Actor;
  readonly now: Date;
  /** The server key that links and codes of the events are made with. */
  readonly keyId?: string | undefined;
  /** Told of every position read or written. */
  readonly positions?: PositionTracker | undefined;
}

export interface Handled<State, Event extends PlainEvent> {
  /** With this command's events folded in. */
  state: State;
  /** This command's events, freshly appended or, when `repeated`, found in the stream. */
  events: StoredEvent<Event>[];
  /** Of the last event of the stream: written, or read when nothing was decided. */
  position: Position | undefined;
  repeated: boolean;
}

export interface LoadedState<State, Event extends PlainEvent>
  extends Pick<History<Event>, "events" | "revision" | "holds" | "eventsOf"> {
  state: State;
  position: Position | undefined;
}

/**
 * Reads a stream and folds it. A missing stream is the decider's initial state at `no_stream`. Where the decider has a
 * compaction rule, `events` of a long stream are those that still count.
 */
export async function loadState<State, Command, Event extends PlainEvent>(
  store: EventStore,
  stream: string,
  decider: Pick<Decider<State, Command, Event>, "initialState" | "evolve" | "compaction">,
): Promise<LoadedState<State, Event>> {
  const { compaction } = decider;
  const history = compaction
    ? await store.readHistory<Event>(stream, compaction)
    : wholeHistory(await store.read<Event>(stream));
  const { events, revision, lastPosition: position, holds, eventsOf } = history;
  let state = decider.initialState();
  for (const [index, event] of events.entries()) {
    state = decider.evolve(state, event);
    await leaveTurns(index);
  }
  return { state, events, revision, position, holds, eventsOf };
}

const attempts = 5;

/** So many commands are worked on at once: enough to keep the store busy, and a store that is behind gets no more. */
const commandsAtOnce = 128;

/** Commands on one stream take turns in a process: side by side they would only meet each other's conflicts. */
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

interface HandleCommandOptions<State, Command, Event extends PlainEvent> {
  store: EventStore;
  decider: Decider<State, Command, Event>;
  stream: string;
  /** A value, or made from the state it is decided on. */
  command: Command | ((state: State) => Command);
  context: CommandContext;
  causationId?: string | undefined;
}

/**
 * Load, look for this command's own events, decide, append at the exact revision. Commands on the same stream take turns
 * within a process, and not too many are worked on at once; a conflict with another replica is read and decided again, at most 4 times, then refused as
 * `conflict`.
 */
export function handleCommand<State, Command, Event extends PlainEvent>(
  options: HandleCommandOptions<State, Command, Event>,
): Promise<Handled<State, Event>> {
  const { ofStreams, places } = turnsOf(options.store);
  return ofStreams(options.stream, () => inTurn(places, () => handleInTurn(options)));
}

async function handleInTurn<State, Command, Event extends PlainEvent>(
  options: HandleCommandOptions<State, Command, Event>,
): Promise<Handled<State, Event>> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      const handled = await handleOnce(options);
      options.context.positions?.note(handled.position);
      return handled;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
  throw new Refusal("conflict");
}

async function handleOnce<State, Command, Event extends PlainEvent>({
  store,
  decider,
  stream,
  command,
  context,
  causationId,
}: HandleCommandOptions<State, Command, Event>): Promise<Handled<State, Event>> {
  const loaded = await loadState(store, stream, decider);
  context.positions?.note(loaded.position);
  if (loaded.holds(context.commandId)) {
    const recorded = await loaded.eventsOf(context.commandId);
    if (recorded.some((event) => event.metadata.bodyHash !== context.bodyHash)) {
      throw new Refusal("idempotency_key_reused");
    }
    return { state: loaded.state, events: recorded, position: loaded.position, repeated: true };
  }
  const decided = decider.decide(isFactory(command) ? command(loaded.state) : command, loaded.state);
  if (decided.length === 0) {
    return { state: loaded.state, events: [], position: loaded.position, repeated: false };
  }
  const { position, events } = await store.append<Event>(stream, loaded.revision, decided, {
    correlationId: context.correlationId,
    causationId,
    commandId: context.commandId,
    bodyHash: context.bodyHash,
    actor: context.actor,
    keyId: context.keyId,
  });
  const state = events.reduce<State>((current, event) => decider.evolve(current, event), loaded.state);
  return { state, events, position, repeated: false };
}

/** Commands are plain values, so a function can only be one that makes a command. */
function isFactory<State, Command>(
  command: Command | ((state: State) => Command),
): command is (state: State) => Command {
  return typeof command === "function";
}
