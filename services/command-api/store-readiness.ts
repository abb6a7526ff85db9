import { withinDeadline } from "@ornament/platform/deadline/deadline";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { probedStream, takesNoAppends } from "@ornament/platform/eventstore/outages/store-circuits";
import { StorageFullError } from "@ornament/platform/eventstore/store-errors";
import type { Readiness } from "@ornament/platform/http/service-app";
import { sharedCheck } from "@ornament/platform/http/shared-check";

/** Shorter than whoever asks waits for the answer. */
const patienceMilliseconds = 1_000;

export interface StoreReadiness {
  /** Tells of an append that failed: one that found no space makes not ready until there is some. */
  failed(error: unknown): void;
  /** Whether the event store answers and takes appends, as of a second ago at most. Everybody who asks shares a look. */
  current(): Promise<Readiness>;
}

/** Readiness by the event store. It costs one small read a second while somebody asks, and nothing else. */
export function storeReadiness(
  store: Pick<EventStore, "head" | "setStreamMetadata" | "outage" | "refused">,
  now?: () => number,
): StoreReadiness {
  let full = false;
  const look = sharedCheck(async () => {
    try {
      const refused = await withinDeadline(patienceMilliseconds, async () => store.refused?.());
      if (refused !== undefined) return { ready: false, reason: refused };
      await withinDeadline(patienceMilliseconds, async () => {
        await store.head();
        if (full) await store.setStreamMetadata(probedStream, { maxCount: 1 });
      });
      full = false;
      return store.outage() === "appends" ? { ready: false, reason: takesNoAppends } : { ready: true };
    } catch (error) {
      return error instanceof StorageFullError
        ? { ready: false, reason: "the event store has no space left" }
        : { ready: false, reason: "the event store does not answer" };
    }
  }, now);

  return {
    failed(error) {
      if (!(error instanceof StorageFullError) || full) return;
      full = true;
      look.forget();
    },
    current: () => look.current(),
  };
}
