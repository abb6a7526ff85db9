import {
  lagCollection,
  liveGenerations,
  type MeasuredLag,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import type { ProjectorMetrics } from "../metrics.ts";
import { generationRegistry } from "./generations/registry.ts";

/** A lag of more events is not counted to the end. */
const mostCounted = 1_000;

type ModelLag = MeasuredLag["models"][number];

/**
 * Measures the lag of the live generations, for the metrics and the page of the back office, which reads MongoDB
 * only.
 */
export async function measureLag({
  store,
  db,
  now,
  metrics,
}: {
  store: Pick<EventStore, "head" | "readAll">;
  db: Db;
  now: () => Date;
  metrics?: Pick<ProjectorMetrics, "lag"> | undefined;
}): Promise<void> {
  const generations = await generationRegistry(db, now).all();
  const live = [...liveGenerations(generations).values()];
  // The end is read after the positions, so that no position is beyond it.
  const head = (await store.head())?.commit ?? -1n;
  const models: ModelLag[] = [];
  for (const generation of live) {
    const isBehind = generation.commit < head;
    const model = isBehind ? await lagOf(store, generation) : withoutLag(generation);
    models.push(model);
    const since = model.since ?? now();
    metrics?.lag.set({ projection: generation.name }, (now().getTime() - since.getTime()) / 1000);
  }
  await forWriting(db.collection<MeasuredLag>(lagCollection)).updateOne(
    { _id: "last" },
    { $set: { at: now(), models } },
    { upsert: true },
  );
}

const withoutLag = ({ _id }: Pick<ProjectionGeneration, "_id">): ModelLag => ({
  generation: _id,
  events: 0,
  isMore: false,
  since: null,
});

async function lagOf(
  store: Pick<EventStore, "readAll">,
  { _id, commit, prepare }: ProjectionGeneration,
): Promise<ModelLag> {
  const lag = withoutLag({ _id });
  const from = commit < 0n ? "start" : { commit, prepare };
  for await (const { position, createdAt } of store.readAll({ from })) {
    if (position.commit <= commit) continue;
    lag.since ??= createdAt;
    if (lag.events === mostCounted) return { ...lag, isMore: true };
    lag.events += 1;
  }
  return lag;
}
