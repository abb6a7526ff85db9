import { setImmediate } from "node:timers/promises";
import { wholeHistory } from "../eventstore/compaction/compaction.ts";
import type { EventStore, History, PlainEvent } from "../eventstore/event-store.ts";
import type { Position } from "../eventstore/position.ts";
import { yieldIsDue } from "../waiting/pause.ts";
import type { Decider } from "./decider.ts";

export interface LoadedState<State, Event extends PlainEvent>
  extends Pick<History<Event>, "events" | "revision" | "holds" | "eventsOf"> {
  state: State;
  position: Position | undefined;
}

/**
 * Reads a stream and folds it into a state. A missing stream gives the initial state at `no_stream`. `events` of a
 * long stream are only the newest, or those that still count, if the decider says so.
 */
export async function loadState<State, Command, Event extends PlainEvent>(
  store: EventStore,
  stream: string,
  decider: Pick<Decider<State, Command, Event>, "initialState" | "evolve" | "compaction" | "newest">,
): Promise<LoadedState<State, Event>> {
  const { compaction, newest } = decider;
  const range = newest === undefined ? {} : { backwards: true, maxCount: newest };
  const history = compaction
    ? await store.readHistory<Event>(stream, compaction)
    : wholeHistory(await store.read<Event>(stream, range));
  const { events, revision, lastPosition: position, holds, eventsOf } = history;
  if (newest !== undefined) events.reverse();
  let state = decider.initialState();
  for (const [index, event] of events.entries()) {
    state = decider.evolve(state, event);
    if (yieldIsDue(index)) await setImmediate();
  }
  return { state, events, revision, position, holds, eventsOf };
}

/** A stream whose id was made just now: it can't exist, so it isn't read. */
export const newStream = <State, Event extends PlainEvent>({
  initialState,
}: Pick<Decider<State, never, Event>, "initialState">): LoadedState<State, Event> => ({
  state: initialState(),
  events: [],
  revision: "no_stream",
  position: undefined,
  holds: () => false,
  eventsOf: async () => [],
});
