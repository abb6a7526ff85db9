import { withinDeadline } from "@ornament/platform/deadline/deadline";
import { probedStream, takesNoAppends } from "@ornament/platform/eventstore/calls/store-circuits";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { StorageFullError } from "@ornament/platform/eventstore/store-errors";
import type { Readiness } from "@ornament/platform/http/service-app";
import { sharedCheck } from "@ornament/platform/http/shared-check";

/** Shorter than a load balancer waits for the answer. */
const answerMilliseconds = 1_000;

/** The readiness of the event store. It costs at most one small read a second, and none without a caller. */
export function storeReadiness(
  store: Pick<EventStore, "head" | "setStreamMetadata" | "outage" | "refused">,
  now?: () => number,
) {
  let full = false;
  const check = sharedCheck(async () => {
    try {
      const refused = await withinDeadline(answerMilliseconds, async () => store.refused?.());
      if (refused !== undefined) return { ready: false, reason: refused };
      await withinDeadline(answerMilliseconds, async () => {
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
    /** After a lack of space the service is not ready until there is space again. */
    failed(error: unknown): void {
      if (!(error instanceof StorageFullError) || full) return;
      full = true;
      check.forget();
    },
    /** Whether the event store answers and accepts appends. Callers share a check that is at most a second old. */
    current: (): Promise<Readiness> => check.current(),
  };
}
