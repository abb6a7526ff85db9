import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import {
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { collectionOf } from "@ornament/contracts/read-models/read-model";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import type { ProjectorMetrics } from "../../metrics.ts";

/** The entries of events in the System action log that this product has not written. */
export async function forgedEntries(db: Db, generations: readonly ProjectionGeneration[]) {
  const live = liveGenerations(generations).get(actionLogReadModel.name);
  if (!live) return { count: 0, first: undefined };
  const entries = forWriting(db.collection<ActionLogDocument>(collectionOf(live._id)));
  const filter = { forged: true };
  const [first] = await entries.find(filter).sort({ commit: 1 }).limit(1).toArray();
  return { count: Number(await entries.countDocuments(filter)), first };
}

/** Shows in the metrics the number of forged events, also of those before the start of this process. */
export async function showForgedEvents(options: {
  db: Db;
  metrics?: ProjectorMetrics | undefined;
  generations: readonly ProjectionGeneration[];
}): Promise<void> {
  const { db, metrics, generations } = options;
  metrics?.forgedEvents.set((await forgedEntries(db, generations)).count);
}

/** The number of forged events and the place of the first, in words; `undefined` without any. */
export async function forgedEventsText(
  store: Pick<EventStore, "readAll">,
  db: Db,
  generations: readonly ProjectionGeneration[],
): Promise<string | undefined> {
  const { count, first } = await forgedEntries(db, generations);
  if (!first) return undefined;
  const from = { commit: first.commit, prepare: first.commit };
  let place = `${first.type} at position ${first.commit}`;
  for await (const event of store.readAll({ from, maxCount: 1, withForged: true }))
    if (event.id === first._id) place = placeInWords(event);
  return `${count === 1 ? "1 event was" : `${count} events were`} not written by this product, the first: ${place}`;
}

/** Type, stream, revision and position of an event, in words. */
export const placeInWords = ({ type, stream, revision, position }: StoredEvent) =>
  `${type} in stream ${stream} at revision ${revision}, position ${position.commit}`;
