import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/action-log/document";
import { forgedEventFound } from "@ornament/contracts/events/authenticity";
import { collectionOf } from "@ornament/contracts/projections/read-model";
import {
  lagCollection,
  liveGenerations,
  type MeasuredLag,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import type { ProjectorParts } from "../parts.ts";
import { GenerationRegistry } from "./generations/registry.ts";

const mostCounted = 1_000;

type ModelLag = MeasuredLag["models"][number];

/** Measures the lag of the live generations, for the metrics and for the back office, which reads MongoDB only. */
export async function measureLag({ store, db, now, metrics }: ProjectorParts): Promise<void> {
  const live = liveGenerations(await new GenerationRegistry(db, now).all());
  // The end is read after the positions, so that no position is beyond it.
  const head = (await store.head())?.commit ?? -1n;
  const models: ModelLag[] = [];
  for (const generation of live.values()) {
    const lag = await lagOf(store, generation, head);
    models.push(lag);
    const since = lag.since ?? now();
    metrics?.lag.set({ projection: generation.name }, (now().getTime() - since.getTime()) / 1000);
  }
  await forWriting(db.collection<MeasuredLag>(lagCollection)).updateOne(
    { _id: "last" },
    { $set: { at: now(), models } },
    { upsert: true },
  );
}

async function lagOf(
  store: Pick<EventStore, "readAll">,
  { _id, commit, prepare }: ProjectionGeneration,
  head: bigint,
): Promise<ModelLag> {
  const lag: ModelLag = { generation: _id, events: 0, isMore: false, since: null };
  if (commit >= head) return lag;
  const from = commit < 0n ? "start" : { commit, prepare };
  for await (const { position, createdAt } of store.readAll({ from })) {
    if (position.commit <= commit) continue;
    lag.since ??= createdAt;
    if (lag.events === mostCounted) return { ...lag, isMore: true };
    lag.events += 1;
  }
  return lag;
}

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
