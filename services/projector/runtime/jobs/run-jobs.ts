import {
  isOfKind,
  isUnfinished,
  type Job,
  jobLimits,
  jobsCollection,
  kindsOfOperators,
  type Work,
} from "@ornament/contracts/projections/jobs";
import { collectionOf } from "@ornament/contracts/projections/read-model";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { isOutage } from "@ornament/platform/mongodb/outage";
import type { Db } from "mongodb";
import { findErased } from "../../erasures/erased-persons.ts";
import type { ProjectorParts } from "../../parts.ts";
import { dropGeneration } from "../generations/open-generation.ts";
import { GenerationRegistry, StateInvalidated } from "../generations/registry.ts";
import { fillPast, type JobContext, makeEvidence, NotFillable, rebuild, verify } from "./work.ts";

type Running = Pick<JobContext, "run" | "parts" | "signal">;

class Ended extends Error {}

/** Removes the jobs of these kinds that nobody uses any more, and does the oldest one. Call it again. */
export async function runJobs(kinds: readonly Work["kind"][], running: Running): Promise<void> {
  const { parts, run } = running;
  const wanted = await stillWanted(parts, kinds);
  if (kinds.includes("pastTables")) await dropUnnamed(parts, wanted);
  if (!run.settled) return;
  // A job that is still marked as being done was interrupted together with its run.
  const [next] = wanted.filter(isUnfinished).sort(byAge);
  if (next) await doJob(next, running);
}

async function doJob(job: Job, running: Running): Promise<void> {
  const { parts, signal } = running;
  const { db, logger } = parts;
  const progress = async (fraction: number) => {
    const isWanted = await changeJob(db, job, { state: "filling", fraction });
    if (!isWanted || signal.aborted) throw new Ended();
  };
  try {
    await progress(0);
    const result = await resultOf(job, { ...running, progress });
    await changeJob(db, job, { ...result, state: "ready", fraction: 1 });
  } catch (error) {
    if (error instanceof Ended || signal.aborted) return;
    // After an outage of a store it is tried again, by the next run if this one's state is invalidated.
    if (isOutage(error) || error instanceof UnavailableError || error instanceof StateInvalidated)
      throw error;
    if (!(error instanceof NotFillable)) logger.error({ err: error, job: job._id }, "A job failed");
    const reason = error instanceof NotFillable ? error.message : "see the program log of the projector";
    const isUnknown = error instanceof NotFillable && error.isUnknown;
    await changeJob(db, job, { state: "refused", reason, ...(isUnknown ? { isUnknown } : {}) });
  }
}

/** The result of a job. A failed job leaves nothing behind, except what the next turn removes. */
async function resultOf(job: Job, context: JobContext): Promise<object> {
  switch (job.kind) {
    case "rebuild":
      return rebuild(job, context);
    case "verify":
      return verify(job, context);
    case "pastTables":
      await requireReadable(context, job.names);
      return fillPast(job, context);
    case "evidence":
      await requireReadable(context, []);
      return makeEvidence(job, context);
    default:
      return unreachable(job);
  }
}

/** Throws `NotFillable` if there is no room for these read models. Nothing that is read then is of an erased person. */
async function requireReadable({ parts, signal }: JobContext, names: readonly string[]): Promise<void> {
  const reason = await refusalForLackOfRoom(parts, names);
  if (reason !== undefined) throw new NotFillable(reason);
  // Their keys can still be in the log, and a replay that stops before the deletion would show their data.
  await findErased(parts.store, parts.erased, signal);
}

/** Changes a job. Returns `false` if it was ended meanwhile, also if the same one was asked for again. */
async function changeJob(db: Db, { _id, requestedAt }: Job, change: object): Promise<boolean> {
  const jobs = forWriting(db.collection<Job>(jobsCollection));
  return (await jobs.updateOne({ _id, requestedAt }, { $set: change })).matchedCount === 1;
}

async function dropUnnamed(parts: ProjectorParts, jobs: readonly Job[]): Promise<void> {
  const named = jobs.flatMap((job) => (isOfKind(job, "pastTables") ? (job.generations ?? []) : []));
  const known = parts.db.collection<ProjectionGeneration>(generationsCollection);
  for (const generation of await known.find({ state: "past" }).toArray())
    if (!named.includes(generation._id)) await dropGeneration(parts, generation);
}

const kept = 0.1;

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;

/** The reason, in words without a full stop. A document store that does not tell its room refuses nothing. */
async function refusalForLackOfRoom(
  { db, now, projections }: Pick<ProjectorParts, "db" | "now" | "projections">,
  names: readonly string[],
): Promise<string | undefined> {
  const { objects, dataSize, indexSize, fsUsedSize, fsTotalSize } = await db.stats();
  if (![objects, dataSize, fsUsedSize, fsTotalSize].every(Number.isFinite) || objects === 0) return undefined;
  const live = liveGenerations(await new GenerationRegistry(db, now).all());
  let documents = 0;
  for (const { readModel } of projections) {
    const generation = live.get(readModel.name);
    if (!generation || !names.includes(readModel.name)) continue;
    for (const part of Object.keys(readModel.collections))
      documents += Number(await db.collection(collectionOf(generation._id, part)).countDocuments({}));
  }
  const needed = (documents / objects) * (dataSize + (indexSize || 0));
  const free = fsTotalSize * (1 - kept) - fsUsedSize;
  if (needed <= free) return undefined;
  return `the document store has ${megabytes(Math.max(0, free))} free for it, and it needs up to ${megabytes(needed)}`;
}

/** The time for which a refusal stays the answer. Later there may be room. */
const refusedMilliseconds = 30_000;
/** The time after which a request that nobody repeats is ended. */
const abandonedMilliseconds = 2 * 60_000;

/**
 * Ends the jobs that nobody has used for their time, older refusals, a caller's second request that waits, and the
 * ready ones beyond the largest number. A request that waits makes room for itself, but is never ended for another
 * caller's. Returns the others without the text of a file.
 */
export async function stillWanted(
  { db, now }: { db: Db; now: () => Date },
  kinds: readonly Work["kind"][],
): Promise<Job[]> {
  const jobs = db.collection<Job>(jobsCollection);
  const all: Job[] = await jobs.find({ kind: { $in: [...kinds] } }, { projection: { file: 0 } }).toArray();
  const used = all.filter((job) => now().getTime() - job.usedAt.getTime() < longestUnused(job));
  const wanted = kinds.flatMap((kind) =>
    wantedOfKind(
      kind,
      used.filter((job) => job.kind === kind),
    ),
  );
  for (const job of all) {
    if (wanted.includes(job)) continue;
    await forWriting(jobs).deleteOne({ _id: job._id });
  }
  return wanted;
}

function wantedOfKind(kind: Work["kind"], jobs: readonly Job[]): Job[] {
  const waiting = jobs.filter(isUnfinished).sort(byAge);
  const requests = kindsOfOperators.includes(kind) ? waiting : firstOfEach(waiting);
  const ready = jobs
    .filter(({ state }) => state === "ready")
    .sort((a, b) => b.usedAt.getTime() - a.usedAt.getTime());
  const held = [...requests.slice(0, 1), ...ready];
  const only = firstOfEach(held);
  const kept = [...only, ...held.filter((job) => !only.includes(job))].slice(0, jobLimits[kind].most);
  const refused = jobs.filter(({ state }) => state === "refused");
  return [...new Set([...requests, ...kept, ...refused])];
}

function longestUnused(job: Job): number {
  if (isUnfinished(job)) return kindsOfOperators.includes(job.kind) ? Infinity : abandonedMilliseconds;
  return job.state === "refused" ? refusedMilliseconds : jobLimits[job.kind].unusedMilliseconds;
}

const byAge = (a: Job, b: Job) =>
  a.requestedAt.getTime() - b.requestedAt.getTime() || (a._id < b._id ? -1 : 1);

const firstOfEach = (jobs: readonly Job[]): Job[] =>
  jobs.filter(({ askedBy }, n) => jobs.findIndex((other) => other.askedBy === askedBy) === n);
