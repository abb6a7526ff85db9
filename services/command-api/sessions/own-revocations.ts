import { observed } from "@ornament/platform/eventstore/client/observed-store";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Revocations } from "./revocations.ts";

/**
 * Records the revocations of this process, so that its next request refuses the token before the subscription
 * delivers the event.
 */
export const recordingRevocations = (store: EventStore, revocations: Revocations): EventStore =>
  observed(store, {
    appended({ events }) {
      for (const event of events) revocations.record(event);
    },
  });
