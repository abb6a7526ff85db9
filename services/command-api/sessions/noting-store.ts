import { observed } from "@ornament/platform/eventstore/client/observed-store";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Revocations } from "./revocations.ts";

/** Notes what this process itself revokes at once: its next request already knows, without the way through the log. */
export const notingRevocations = (store: EventStore, revocations: Revocations): EventStore =>
  observed(store, {
    appended({ events }) {
      for (const event of events) revocations.note(event);
    },
  });
