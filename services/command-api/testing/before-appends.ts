import type { EventStore, PlainEvent } from "@ornament/platform/eventstore/event-store";

type Append = Parameters<EventStore["append"]>;

/** The store with a step before each append, e.g. a faster writer, an outage or a slow disk. */
export const beforeAppends = (
  store: EventStore,
  step: (...append: [stream: Append[0], expected: Append[1], events: Append[2]]) => Promise<void>,
): EventStore => ({
  ...store,
  async append(name, expected, events, metadata) {
    await step(name, expected, events);
    return await store.append<never>(name, expected, events, metadata);
  },
});

/** The store with a step before each read of a stream, e.g. one that notes its name. */
export const beforeReads = (store: EventStore, step: (stream: string) => void): EventStore => ({
  ...store,
  read<E extends PlainEvent>(name: string, options?: Parameters<EventStore["read"]>[1]) {
    step(name);
    return store.read<E>(name, options);
  },
  readHistory(name, compaction) {
    step(name);
    return store.readHistory(name, compaction);
  },
});
