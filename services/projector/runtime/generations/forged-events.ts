import { forgedEventFound } from "@ornament/contracts/events/authenticity";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import {
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { collectionOf } from "@ornament/contracts/read-models/read-model";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import type { ProjectorMetrics } from "../../metrics.ts";

/** The number of forged events in the event store, and a line about them; `undefined` without any. */
export async function forgedEvents(db: Db, generations: readonly ProjectionGeneration[]) {
  const live = liveGenerations(generations).get(actionLogReadModel.name);
  if (!live) return { count: 0 };
  const entries = forWriting(db.collection<ActionLogDocument>(collectionOf(live._id)));
  const filter = { group: "other", type: forgedEventFound.type } as const;
  const [first] = await entries.find(filter).sort({ createdAt: 1, commit: 1 }).limit(1).toArray();
  if (!first) return { count: 0 };
  const count = Number(await entries.countDocuments(filter));
  const events = count === 1 ? "1 event was" : `${count} events were`;
  const place = `${first.value}, position ${first.commit}`;
  return { count, text: `${events} not written by this product, the first: ${place}` };
}

/** Shows in the metrics the number of forged events, also of those before the start of this process. */
export async function showForgedEvents(options: {
  db: Db;
  metrics?: ProjectorMetrics | undefined;
  generations: readonly ProjectionGeneration[];
}): Promise<void> {
  const { db, metrics, generations } = options;
  metrics?.forgedEvents.set((await forgedEvents(db, generations)).count);
}
