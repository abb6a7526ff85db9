import {
  type ProjectionRequest,
  requestsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import type { Position } from "@ornament/platform/eventstore/event-store";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { pause } from "@ornament/platform/waiting/pause";
import type { Collection } from "mongodb";
import type { CatchUp } from "./feeds/catch-up.ts";
import type { GenerationWriter } from "./generations/generation-writer.ts";
import type { ProjectionRun, ProjectionRunOptions } from "./projection-run.ts";
import { problemOf } from "./verify/problem-text.ts";
import { keepVerification, verified } from "./verify/verify.ts";

const progressMilliseconds = 200;

/** Carries out the oldest request of the command line. Does nothing while the projections are catching up. */
export async function carryOutRequests(
  run: ProjectionRun,
  options: ProjectionRunOptions,
  signal: AbortSignal,
): Promise<void> {
  if (!run.settled) return;
  const requests = options.db.collection<ProjectionRequest>(requestsCollection);
  // A request that is still marked as running was interrupted together with its run.
  const [request] = await requests
    .find({ state: { $in: ["waiting", "running"] } })
    .sort({ requestedAt: 1, _id: 1 })
    .limit(1)
    .toArray();
  if (!request) return;
  await update(requests, request, { state: "running" });
  try {
    const outcome = await carryOut(run, options, request, signal, requests);
    // Nobody reads the request of the night.
    if (outcome && request.nightlyOf !== undefined)
      await forWriting(requests).deleteOne({ _id: request._id });
    else if (outcome) await update(requests, request, outcome);
  } catch (error) {
    // After an outage of a store it stays marked as running, and is carried out again.
    const interrupted = isOutage(error) || error instanceof UnavailableError;
    if (!interrupted) await update(requests, request, { state: "failed", messages: [String(error)] });
    throw error;
  }
}

type Requests = Collection<ProjectionRequest>;

const update = (requests: Requests, { _id }: ProjectionRequest, change: Partial<ProjectionRequest>) =>
  forWriting(requests).updateOne({ _id }, { $set: change });

type Outcome = Pick<ProjectionRequest, "state" | "messages">;

/**
 * Returns the outcome in words, or `undefined` if it was interrupted. A skipped event, a differing document
 * or an event that another program wrote is a failure.
 */
async function carryOut(
  run: ProjectionRun,
  options: ProjectionRunOptions,
  request: ProjectionRequest,
  signal: AbortSignal,
  requests: Requests,
): Promise<Outcome | undefined> {
  const head = await options.store.head();
  const wanted = options.projections.filter(({ readModel }) => request.projections.includes(readModel.name));
  if (wanted.length === 0) throw new Error("This build has none of these projections");
  const catchUp = await (request.kind === "rebuild"
    ? run.rebuild(wanted, head)
    : run.buildForComparison(wanted, head));
  const { writers: fresh } = catchUp;
  const done = await untilDone(catchUp, signal, async () => {
    await update(requests, request, { progress: fresh.map(progressOfWriter) });
  });
  if (!done) return undefined;
  await update(requests, request, {
    progress: fresh.map(({ generation }) => ({ name: generation.name, fraction: 1 })),
  });
  return request.kind === "rebuild"
    ? switched(run, fresh)
    : compared(run, options, { request, fresh, head, signal });
}

/** A writer that is not in the main feed was not switched to, because it skipped an event or stopped. */
async function switched(run: ProjectionRun, writers: readonly GenerationWriter[]): Promise<Outcome> {
  const broken = await run.betweenBatches(async (fed) => writers.filter((writer) => !fed.includes(writer)));
  await run.drop(broken);
  const messages = writers.map((writer) => {
    const { name, _id } = writer.generation;
    return broken.includes(writer)
      ? `${problemOf(writer)}; the live generation stays`
      : `${name}: now ${_id}`;
  });
  return { state: broken.length > 0 ? "failed" : "done", messages };
}

/** Compares the fresh generations with the live ones, then drops them. */
async function compared(
  run: ProjectionRun,
  options: ProjectionRunOptions,
  {
    request,
    fresh,
    head,
    signal,
  }: {
    request: ProjectionRequest;
    fresh: readonly GenerationWriter[];
    head: Position | undefined;
    signal: AbortSignal;
  },
): Promise<Outcome | undefined> {
  try {
    const found = await verified(run, options, { fresh, head, signal });
    if (!found) return undefined;
    const isWhole = options.projections.every(({ readModel }) =>
      request.projections.includes(readModel.name),
    );
    if (isWhole) await keepVerification(options, found, head, request.nightlyOf);
    return { state: found.passed ? "done" : "failed", messages: found.messages };
  } finally {
    await run.drop(fresh);
  }
}

function progressOfWriter({ generation, position }: GenerationWriter) {
  const { name, target } = generation;
  const fraction = target <= 0n ? 1 : Number((position.commit * 1000n) / target) / 1000;
  return { name, fraction: Math.max(0, Math.min(1, fraction)) };
}

async function untilDone(
  catchUp: CatchUp,
  signal: AbortSignal,
  onWait: () => Promise<void>,
): Promise<boolean> {
  let done = false;
  const ending = catchUp.done().then(() => {
    done = true;
  });
  while (!done && !signal.aborted) {
    await Promise.race([ending, pause(progressMilliseconds, signal)]);
    if (!done) await onWait();
  }
  return done;
}
