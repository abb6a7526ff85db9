import {
  isOfKind,
  isUnfinished,
  type Job,
  jobsCollection,
  type Work,
} from "@ornament/contracts/read-models/jobs";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { isOutage } from "@ornament/platform/mongodb/outage";
import type { Db } from "mongodb";
import { findErased } from "../../erasures/erased-persons.ts";
import { dropGeneration } from "../generations/open-generation.ts";
import { StateInvalidated } from "../generations/state-invalidated.ts";
import { makeEvidence } from "./evidence.ts";
import type { JobContext, JobOptions } from "./job-context.ts";
import { fillPast } from "./past-tables.ts";
import { rebuild, verify } from "./rebuild.ts";
import { NotFillable } from "./replay.ts";
import { refusalForLackOfRoom } from "./room.ts";
import { byAge, stillWanted } from "./wanted-jobs.ts";

type Running = Pick<JobContext, "run" | "options" | "signal">;

/** The job was ended meanwhile, or the projector stops. */
class Ended extends Error {}

/**
 * Removes the jobs of these kinds that nobody uses any more, and does the oldest one. Call it again after a pause.
 * Does no job while the live read models are being filled.
 */
export async function runJobs(kinds: readonly Work["kind"][], running: Running): Promise<void> {
  const { options, run } = running;
  const wanted = await stillWanted(options, kinds);
  if (kinds.includes("pastTables")) await dropUnnamed(options, wanted);
  if (!run.settled) return;
  // A job that is still marked as being done was interrupted together with its run.
  const [next] = wanted.filter(isUnfinished).sort(byAge);
  if (next) await doJob(next, running);
}

async function doJob(job: Job, running: Running): Promise<void> {
  const { options, signal } = running;
  const { db, logger } = options;
  const progress = async (fraction: number) => {
    const isWanted = await changeJob(db, job, { state: "filling", fraction });
    if (!isWanted || signal.aborted) throw new Ended();
  };
  try {
    await progress(0);
    const result = await resultOf(job, { id: job._id, ...running, progress });
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
async function requireReadable({ options, signal }: JobContext, names: readonly string[]): Promise<void> {
  const reason = await refusalForLackOfRoom(options, names);
  if (reason !== undefined) throw new NotFillable(reason);
  // Their keys can still be in the log, and a replay that stops before the deletion would show their data.
  await findErased(options.store, options.erased, signal);
}

/** Changes a job. Returns `false` if it was ended meanwhile, also if the same one was asked for again. */
async function changeJob(db: Db, { _id, requestedAt }: Job, change: object): Promise<boolean> {
  const jobs = forWriting(db.collection<Job>(jobsCollection));
  return (await jobs.updateOne({ _id, requestedAt }, { $set: change })).matchedCount === 1;
}

/** Drops former states that belong to no job, such as those of one that has ended. */
async function dropUnnamed(options: JobOptions, jobs: readonly Job[]): Promise<void> {
  const named = jobs.flatMap((job) => (isOfKind(job, "pastTables") ? (job.generations ?? []) : []));
  const known = options.db.collection<ProjectionGeneration>(generationsCollection);
  for (const generation of await known.find({ state: "past" }).toArray())
    if (!named.includes(generation._id)) await dropGeneration(options, generation);
}
