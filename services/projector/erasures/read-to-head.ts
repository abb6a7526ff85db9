import type { EventStore, Position, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";

interface Extent {
  readonly head: Position | undefined;
  readonly eventTypes?: readonly string[];
  /** An abort ends the reading with an error. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Gives the decoded events up to `head`, in batches and in their order, with a mark for each forged one.
 * A failure of `work` ends the reading. An outage of the store does not: the reading continues after it.
 */
export async function readToHead(
  store: Pick<EventStore, "subscribeToAll">,
  { head, eventTypes, signal }: Extent,
  work: (events: readonly StoredEvent[], position: Position) => Promise<void>,
): Promise<void> {
  if (!head) return;
  signal?.throwIfAborted();
  let failed: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => {
    failed = reject;
  });
  const abort = () => failed(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  let isOver = false;
  const subscription = store.subscribeToAll({
    name: "reading to the head",
    from: "start",
    batchSize: 2_000,
    withForged: true,
    filter: eventTypes && { eventTypes },
    async onBatch({ events, position }) {
      // A batch whose work failed would be delivered again.
      if (isOver) return;
      try {
        await work(
          events.filter((event) => comparePositions(event.position, head) <= 0),
          position,
        );
      } catch (error) {
        isOver = true;
        failed(error);
      }
    },
  });
  try {
    await Promise.race([subscription.caughtUp(), failure]);
  } finally {
    signal?.removeEventListener("abort", abort);
    isOver = true;
    await subscription.stop();
  }
}
