import type { EventStore } from "@ornament/platform/eventstore/event-store";

type Append = Parameters<EventStore["append"]>;

/** The store with a step before each append, e.g. a faster writer, an outage or a slow disk. */
export const beforeAppends = (
  store: EventStore,
  step: (...append: [stream: Append[0], expected: Append[1], events: Append[2]]) => Promise<void>,
): EventStore => ({
  async append(name, expected, events, metadata) {
    await step(name, expected, events);
    return await store.append<never>(name, expected, events, metadata);
  },
  read: (name, options) => store.read(name, options),
  readHistory: (name, compaction) => store.readHistory(name, compaction),
  head: () => store.head(),
  eventIdAt: (position) => store.eventIdAt(position),
  readAll: (options) => store.readAll(options),
  subscribeToAll: (options) => store.subscribeToAll(options),
  deleteStream: (name, expected) => store.deleteStream(name, expected),
  setStreamMetadata: (name, metadata) => store.setStreamMetadata(name, metadata),
  erasePerson: (kind, id) => store.erasePerson(kind, id),
  outage: () => store.outage(),
  close: () => store.close(),
});
