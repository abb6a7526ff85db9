import type { Appended, EventStore } from "../event-store.ts";

/** Called after every append, with its result or its error. */
export interface AppendObserver {
  appended?(appended: Appended): void;
  failed?(error: unknown): void;
}

/** The store with an observer of its appends. */
export const observed = (store: EventStore, observer: AppendObserver): EventStore => ({
  append: (stream, expected, events, metadata) =>
    store.append<never>(stream, expected, events, metadata).then(
      (appended) => {
        observer.appended?.(appended);
        return appended;
      },
      (error: unknown) => {
        observer.failed?.(error);
        throw error;
      },
    ),
  read: (stream, options) => store.read(stream, options),
  readRaw: (stream) => store.readRaw(stream),
  readHistory: (stream, compaction) => store.readHistory(stream, compaction),
  head: () => store.head(),
  eventIdAt: (position) => store.eventIdAt(position),
  readAll: (options) => store.readAll(options),
  readBytes: (options) => store.readBytes(options),
  subscribeToAll: (options) => store.subscribeToAll(options),
  deleteStream: (stream, expected) => store.deleteStream(stream, expected),
  setStreamMetadata: (stream, metadata) => store.setStreamMetadata(stream, metadata),
  erasePerson: (kind, id) => store.erasePerson(kind, id),
  requireMacs: (options) => store.requireMacs(options),
  authenticity: store.authenticity,
  remembered: store.remembered,
  outage: () => store.outage(),
  refused: async () => store.refused?.(),
  close: () => store.close(),
});
