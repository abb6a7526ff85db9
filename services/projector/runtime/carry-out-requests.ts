import {
  type ProjectionRequest,
  requestsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { pause } from "@ornament/platform/waiting/pause";
import type { Collection } from "mongodb";
import type { CatchUp } from "./feeds/catch-up.ts";
import { type Comparison, compareDocuments } from "./generations/compare-documents.ts";
import { forgedEventsText } from "./generations/forged-events.ts";
import type { GenerationWriter } from "./generations/generation-writer.ts";
import { generationRegistry } from "./generations/registry.ts";
import type { ProjectionRun, ProjectionRunOptions } from "./projection-run.ts";

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
    if (outcome) await update(requests, request, outcome);
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
  const { writers } = catchUp;
  const done = await untilDone(catchUp, signal, async () => {
    await update(requests, request, { progress: writers.map(progressOfWriter) });
  });
  if (!done) return undefined;
  await update(requests, request, {
    progress: writers.map(({ generation }) => ({ name: generation.name, fraction: 1 })),
  });
  return request.kind === "rebuild" ? switched(run, writers) : compared(run, options, writers, signal);
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
  fresh: readonly GenerationWriter[],
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  try {
    const readable = fresh.filter(({ unreadable }) => unreadable === undefined);
    const found = await comparisons(run, options, readable, signal);
    if (!found) return undefined;
    const broken = fresh.filter((writer) => !readable.includes(writer) || writer.skipped.count > 0);
    const generations = await generationRegistry(options.db, options.now).all();
    const forged = await forgedEventsText(options.store, options.db, generations);
    const good = broken.length === 0 && forged === undefined && found.every(({ same }) => same);
    const messages = [
      ...found.map(({ inWords }) => inWords),
      ...broken.map(problemOf),
      ...(forged ? [forged] : []),
    ];
    return { state: good ? "done" : "failed", messages };
  } finally {
    await run.drop(fresh);
  }
}

function problemOf({ generation, skipped: { count, first }, unreadable }: GenerationWriter): string {
  if (unreadable !== undefined) return `${generation.name}: ${unreadable}`;
  const others = count > 1 ? `, and ${count - 1} more` : "";
  return `${generation.name}: ${first}${others}`;
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

/** Compares each fresh generation with the live one, both at the same position. */
async function comparisons(
  run: ProjectionRun,
  { db }: ProjectionRunOptions,
  fresh: readonly GenerationWriter[],
  signal: AbortSignal,
): Promise<Comparison[] | undefined> {
  const found: Comparison[] = [];
  for (const writer of fresh) {
    const { name } = writer.generation;
    let comparison: Comparison | undefined;
    while (comparison === undefined) {
      if (signal.aborted) return undefined;
      comparison = await run.betweenBatches(async (fed) => {
        const live = fed.find((other) => other.generation.name === name && !fresh.includes(other));
        if (!live) throw new Error(`There is no live generation of ${name}`);
        if (live.position.commit !== writer.position.commit) return undefined;
        return compareDocuments(db, writer.projection, live.generation._id, writer.generation._id);
      });
      if (comparison === undefined) await pause(50, signal);
    }
    found.push({ ...comparison, inWords: `${name}: ${comparison.inWords}` });
  }
  return found;
}
