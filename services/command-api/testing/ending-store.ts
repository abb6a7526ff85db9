import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import type { EventStore } from "@ornament/platform/eventstore/event-store";

export interface EndingStore extends EventStore {
  /** The number of writes so far. */
  writes(): number;
}

/**
 * The store of a process that ends after this number of writes. From then on nothing is read or written.
 * Appends, deletions of streams and erasures count as writes.
 */
export function endingAfter(store: EventStore, most: number): EndingStore {
  let writes = 0;
  let ended = false;
  const alive = <T>(work: () => Promise<T>): Promise<T> =>
    ended ? Promise.reject(new UnavailableError()) : work();
  const write = <T>(work: () => Promise<T>): Promise<T> => {
    ended ||= writes >= most;
    if (!ended) writes += 1;
    return alive(work);
  };
  return {
    ...store,
    writes: () => writes,
    append: (name, expected, events, metadata) =>
      write(() => store.append<never>(name, expected, events, metadata)),
    deleteStream: (name, expected) => write(() => store.deleteStream(name, expected)),
    erasePerson: (kind, id) => write(() => store.erasePerson(kind, id)),
    setStreamMetadata: (name, metadata) => alive(() => store.setStreamMetadata(name, metadata)),
    read: (name, options) => alive(() => store.read<never>(name, options)),
    readRaw: (name) => alive(() => store.readRaw(name)),
    readHistory: (name, compaction) => alive(() => store.readHistory(name, compaction)),
    eventIdAt: (position) => alive(() => store.eventIdAt(position)),
  };
}
