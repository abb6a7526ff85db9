import type { EventStore } from "@ornament/platform/eventstore/event-store";

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
