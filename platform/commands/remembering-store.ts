import { observed } from "../eventstore/client/observed-store.ts";
import type { EventStore } from "../eventstore/event-store.ts";
import { RecentStates } from "./recent-states.ts";

interface Memory {
  readonly states: RecentStates;
  /** Called for each command that was decided without reading its stream. */
  readonly used: () => void;
}

const memories = new WeakMap<EventStore, Memory>();

/** What is remembered of the store's streams; `undefined` for a store without a memory. */
export const memoryOf = (store: EventStore): Memory | undefined => memories.get(store);

/**
 * The store, with a memory of the streams that were changed last. Commands of aggregates that allow it are decided on it. What is deleted or
 * erased through this store is forgotten.
 */
export function rememberingStore(store: EventStore, used: () => void = () => undefined): EventStore {
  const states = new RecentStates();
  const remembering: EventStore = {
    ...observed(store, {}),
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
  memories.set(remembering, { states, used });
  return remembering;
}
