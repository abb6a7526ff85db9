import type { Until } from "@ornament/contracts/read-models/jobs";
import type { EventStore, Position, StoredEvent } from "@ornament/platform/eventstore/event-store";

const batchSize = 2_000;

/**
 * The log's events in batches, up to the last one at or before the end. They come in the order of the log:
 * with a clock that was set back, an event after a later one is not reached. The next batch is read while the
 * caller works on the last one.
 */
export async function* batchesUntil(
  store: Pick<EventStore, "readAll">,
  until: Until,
  from: Position | "start" = "start",
): AsyncGenerator<StoredEvent[]> {
  const events = store.readAll({ from, withForged: true })[Symbol.asyncIterator]();
  const nextBatch = async () => {
    const batch: StoredEvent[] = [];
    while (batch.length < batchSize) {
      const { value, done } = await events.next();
      if (done || !isWithin(value, until)) break;
      batch.push(value);
    }
    return batch;
  };
  let next = nextBatch();
  try {
    for (let batch = await next; batch.length > 0; batch = await next) {
      next = batch.length < batchSize ? Promise.resolve([]) : nextBatch();
      // A failure is thrown when the batch is awaited.
      next.catch(() => undefined);
      yield batch;
    }
  } finally {
    await next.catch(() => undefined);
    await events.return?.();
  }
}

/** Whether an event belongs to the state at the end. */
export const isWithin = ({ createdAt, position }: StoredEvent, until: Until): boolean =>
  "instant" in until ? createdAt <= until.instant : position.commit <= until.commit;
