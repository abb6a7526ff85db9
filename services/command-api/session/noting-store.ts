import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Revocations } from "./revocations.ts";

/** Notes what this process itself revokes at once: its next request already knows, without the way through the log. */
export function notingRevocations(store: EventStore, revocations: Revocations): EventStore {
  return {
    async append(stream, expected, events, metadata) {
      const appended = await store.append<never>(stream, expected, events, metadata);
      for (const event of appended.events) revocations.note(event);
      return appended;
    },
    read: (stream, options) => store.read(stream, options),
    readHistory: (stream, compaction) => store.readHistory(stream, compaction),
    head: () => store.head(),
    readAll: (options) => store.readAll(options),
    subscribeToAll: (options) => store.subscribeToAll(options),
    deleteStream: (stream, expected) => store.deleteStream(stream, expected),
    setStreamMetadata: (stream, metadata) => store.setStreamMetadata(stream, metadata),
    erasePerson: (kind, id) => store.erasePerson(kind, id),
    close: () => store.close(),
  };
}
