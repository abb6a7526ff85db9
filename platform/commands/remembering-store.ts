import { observed } from "../eventstore/client/observed-store.ts";
import type { EventStore } from "../eventstore/event-store.ts";
import { RecentStates } from "./recent-states.ts";

interface Memory {
  readonly states: RecentStates;
  /** Called for each command that was decided without reading its stream. */
  readonly used: () => void;
}

/** A store that commands are handled on. */
export interface CommandStore extends EventStore {
  /** What is remembered of the streams that were changed last; without it, each command reads its stream. */
  readonly memory?: Memory;
}

/**
 * The store, with a memory of the streams that were changed last. Commands of aggregates that allow it are decided on it. What is deleted or
 * erased through this store is forgotten.
 */
export function rememberingStore(store: EventStore, used: () => void = () => undefined): CommandStore {
  const states = new RecentStates();
  return {
    ...observed(store, {}),
    memory: { states, used },
    async deleteStream(stream, expected) {
      try {
        await store.deleteStream(stream, expected);
      } finally {
        states.forget(stream);
      }
    },
    async erasePerson(kind, id) {
      try {
        await store.erasePerson(kind, id);
      } finally {
        // Which states hold fields of this person isn't known.
        states.forgetAll();
      }
    },
  };
}
