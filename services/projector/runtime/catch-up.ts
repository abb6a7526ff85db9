import type { Until } from "@ornament/contracts/projections/jobs";
import type { EventStore, Position, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { isStoreOutage, retryUntilReachable } from "@ornament/platform/process/wait-for-store";
import type { Follower } from "./follower.ts";
import { type GenerationWriter, lastErasure, project, projectAll } from "./generations/generation-writer.ts";
import { beforeFirstEvent, type GenerationRegistry } from "./generations/registry.ts";

/** Live generations wait while others read fewer events than this. */
const nearEvents = 2_000;

interface CatchUp<T> {
  readonly store: Pick<EventStore, "readAll">;
  readonly registry: GenerationRegistry;
  readonly follower: Follower;
  readonly signal: AbortSignal;
  readonly onProgress?: (() => Promise<void>) | undefined;
  /** @param erasedAt the position of the last event read that erases a person's data; −1 without one */
  readonly work: (erasedAt: bigint) => Promise<T>;
}

/**
 * Brings generations to the position of the live ones, and runs the work there while those wait. The live ones
 * go on until the others are near. Waits for a store that does not answer. Events after a generation has stopped are
 * read, too, because one of them may erase a person's data.
 */
export async function catchUp<T>(
  writers: readonly GenerationWriter[],
  { store, registry, follower, signal, onProgress, work }: CatchUp<T>,
): Promise<T> {
  let from = lowestPosition(writers);
  let erasedAt = -1n;
  const replay = () =>
    onceReachable(async () => {
      const { place } = follower;
      let read = 0;
      signal.throwIfAborted();
      if (comparePositions(from, place.position) >= 0) return read;
      const start = from.commit < 0n ? "start" : from;
      for await (const events of batchesUntil(store, { commit: place.position.commit }, start)) {
        signal.throwIfAborted();
        await projectAll(writers, events, registry);
        const erased = lastErasure(events);
        if (erased > erasedAt) erasedAt = erased;
        from = events.at(-1)?.position ?? from;
        read += events.length;
        await onProgress?.();
      }
      await project(writers, { events: [], ...place }, registry);
      from = place.position;
      return read;
    });
  while ((await replay()) >= nearEvents);
  return follower.betweenBatches(async () => {
    await replay();
    return work(erasedAt);
  });
}

/** Repeats a call until both stores answer. */
export const onceReachable = <T>(work: () => Promise<T>, away: () => void = () => undefined): Promise<T> =>
  retryUntilReachable(work, {
    isOutage: (error) => isOutage(error) || isStoreOutage(error),
    outages: { away, back: () => undefined },
  });

const lowestPosition = (writers: readonly GenerationWriter[]) =>
  writers.map(({ position }) => position).sort(comparePositions)[0] ?? beforeFirstEvent;

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
const isWithin = ({ createdAt, position }: StoredEvent, until: Until): boolean =>
  "instant" in until ? createdAt <= until.instant : position.commit <= until.commit;
