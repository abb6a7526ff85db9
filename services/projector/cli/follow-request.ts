import { randomUUID } from "node:crypto";
import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  type ProjectionRequest,
  requestsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import { awaitProjector, onceAnswered, percent, type Stage, type Waiting } from "./await-projector.ts";
import { showBars } from "./progress-bars.ts";

/**
 * Stores a request that the active projector carries out, shows its progress, and prints the outcome. Waits
 * for a document store that does not answer.
 */
export async function followRequest(
  db: Db,
  kind: ProjectionRequest["kind"],
  projections: ProjectionName[],
  withBars: boolean,
  waiting: Waiting = {},
): Promise<void> {
  const requests = db.collection<ProjectionRequest>(requestsCollection);
  const _id = randomUUID();
  const progress = projections.map((name) => ({ name, fraction: 0 }));
  const request = { kind, projections, progress, messages: [], requestedAt: new Date() };
  // A repeated write after a lost answer stores no second request.
  const change = { $setOnInsert: { state: "waiting" as const, ...request } };
  await onceAnswered(() => forWriting(requests).updateOne({ _id }, change, { upsert: true }));
  const bars = withBars ? showBars(projections) : undefined;
  try {
    const work = {
      read: () => requests.findOne({ _id }),
      isOver: ({ state }: ProjectionRequest) => state === "done" || state === "failed",
      onProgress: (current: ProjectionRequest) => bars?.update(current.progress),
      stage: stageOf,
      gone: "The request is gone, because the document store was emptied. Please try again.",
    };
    const outcome = await awaitProjector(db, work, waiting);
    bars?.stop();
    for (const message of outcome.messages) console.log(message);
    if (outcome.state === "failed") process.exitCode = 1;
  } finally {
    bars?.stop();
    await onceAnswered(() => requests.deleteOne({ _id }));
  }
}

function stageOf({ kind, state, progress }: ProjectionRequest): Stage | undefined {
  if (state !== "running") return undefined;
  // A comparison of long tables takes a while.
  if (kind === "verify" && progress.every(({ fraction }) => fraction >= 1))
    return { waitsFor: "the comparison", isSilent: true };
  const percents = progress.map(({ name, fraction }) => `${name} ${percent(fraction)}`).join(", ");
  return { waitsFor: `the new generations (${percents})` };
}
