import type { Until } from "@ornament/contracts/read-models/past-tables";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { isProjected } from "../../projections/projection.ts";
import type { GenerationWriter } from "../generations/generation-writer.ts";

/** As in a rebuild. */
const batchSize = 2_000;

/** A reason why a former state can't be filled, in words, without a full stop. */
export class NotFillable extends Error {}

/**
 * The log's events in batches, up to the last one at or before the end. They come in the order of the log:
 * with a clock that was set back, an event after a later one is not reached.
 */
export async function* batchesUntil(
  store: Pick<EventStore, "readAll">,
  until: Until,
): AsyncGenerator<StoredEvent[]> {
  let batch: StoredEvent[] = [];
  for await (const event of store.readAll({ withForged: true })) {
    if (!isWithin(event, until)) break;
    batch.push(event);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Whether an event belongs to the state at the end. */
export const isWithin = ({ createdAt, position }: StoredEvent, until: Until): boolean =>
  "instant" in until ? createdAt <= until.instant : position.commit <= until.commit;

/** Folds a batch into generations that no other program writes. Throws `NotFillable` for an unreadable event. */
export async function foldInto(
  writers: readonly GenerationWriter[],
  batch: readonly StoredEvent[],
): Promise<void> {
  const last = batch.at(-1);
  if (!last) return;
  const events = batch.filter(isProjected);
  for (const writer of writers) {
    const stop = batch.find((event) => writer.stopsAt(event));
    if (stop) writer.stop(stop);
    if (writer.unreadable !== undefined) throw new NotFillable(writer.unreadable);
  }
  const end = { position: last.position, eventId: last.id };
  const folded = writers.map(async (writer) => writer.checkpointStored(await writer.apply(events, end)));
  // Nothing is written after a failure.
  await Promise.allSettled(folded);
  await Promise.all(folded);
}
