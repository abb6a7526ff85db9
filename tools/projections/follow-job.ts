import { setTimeout as wait } from "node:timers/promises";
import {
  isOfKind,
  type Job,
  type JobOf,
  jobId,
  jobRequest,
  jobsCollection,
  kindsOfOperators,
  kindsOfReaders,
  type Work,
} from "@ornament/contracts/projections/jobs";
import {
  liveGenerations,
  type ProjectionGeneration,
  progressOf,
} from "@ornament/contracts/read-models/projection-status";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { onceReachable } from "@ornament/projector/runtime/catch-up";
import { GenerationRegistry } from "@ornament/projector/runtime/generations/registry";
import { isLeaseHeld } from "@ornament/projector/runtime/lease";
import { Presets, SingleBar } from "cli-progress";
import type { Db } from "mongodb";

const pollMilliseconds = 150;
const inactiveMilliseconds = 30_000;
const stuckMilliseconds = 120_000;
const reportMilliseconds = 10_000;
const touchMilliseconds = 30_000;
const barOptions = { format: "{title} {bar} {percentage}%", hideCursor: true };

export interface Following {
  readonly withBars: boolean;
  readonly stuckMilliseconds?: number;
  readonly reportMilliseconds?: number;
  readonly touchMilliseconds?: number;
  readonly print?: (line: string) => void;
}

/** A result that was taken away while it was waited for or read. */
export class FormerStateGone extends Error {
  constructor() {
    super(
      "The former state was taken away, because a person was erased or other former states were asked for. The output is not whole; please try again.",
    );
    this.name = "FormerStateGone";
  }
}

/**
 * Asks the active projector for work, waits for it, and gives the result to `read`. Throws for a refusal, if no
 * projector is active, and if there is no progress. Throws `FormerStateGone` if the result was removed before `read`
 * had ended, so that nobody takes a part for the whole.
 */
export async function withJob<K extends Work["kind"], T>(
  db: Db,
  work: Extract<Work, { kind: K }>,
  following: Following,
  read: (job: JobOf<K>) => Promise<T>,
): Promise<T> {
  const jobs = db.collection<Job>(jobsCollection);
  const _id = jobId(work);
  // What operators ask for is done again, and the reason of a former refusal may be gone.
  const over: Job["state"][] = kindsOfOperators.includes(work.kind) ? ["ready", "refused"] : ["refused"];
  await onceReachable(async () => {
    const { filter, update } = jobRequest(work, new Date());
    await forWriting(jobs).deleteOne({ _id, state: { $in: over } });
    await forWriting(jobs).updateOne(filter, update, { upsert: true });
  });
  const used = setInterval(() => {
    // The next mark follows soon.
    forWriting(jobs)
      .updateOne({ _id }, { $set: { usedAt: new Date() } })
      .catch(() => undefined);
  }, following.touchMilliseconds ?? touchMilliseconds);
  try {
    const ready = await awaited(db, work, following);
    if (!isOfKind(ready, work.kind)) throw new FormerStateGone();
    const result = await read(ready);
    const last = await onceReachable(() => jobs.findOne({ _id }));
    const isSame = last?.state === "ready" && last.requestedAt.getTime() === ready.requestedAt.getTime();
    if (!isSame) throw new FormerStateGone();
    return result;
  } finally {
    clearInterval(used);
  }
}

/** Waits until the job is ready, also while the document store does not answer. */
async function awaited(db: Db, work: Work, following: Following): Promise<Job> {
  const _id = jobId(work);
  const jobs = db.collection<Job>(jobsCollection);
  const lane = kindsOfOperators.includes(work.kind) ? [...kindsOfOperators] : [...kindsOfReaders];
  const title = titleOf(work);
  const bar = following.withBars ? new SingleBar(barOptions, Presets.shades_grey) : undefined;
  bar?.start(1_000, 0, { title });
  const progress = watchProgress(following);
  let lastActive = Date.now();
  // While the document store does not answer, no projector can renew its lease.
  const away = () => {
    lastActive = Date.now();
    progress.moved();
  };
  const read = () =>
    Promise.all([
      jobs.findOne({ state: "filling", kind: { $in: lane } }),
      jobs.findOne({ _id }),
      isLeaseHeld(db, new Date()),
      new GenerationRegistry(db, () => new Date()).all(),
    ]);
  try {
    for (;;) {
      const [inWork, job, isActive, generations] = await onceReachable(read, away);
      if (!job) throw new FormerStateGone();
      bar?.update(Math.round(job.fraction * 1_000));
      if (job.state === "ready") return job;
      if (job.state === "refused") throw new Error(`Refused: ${job.reason}.`);
      if (isActive) lastActive = Date.now();
      if (Date.now() - lastActive > inactiveMilliseconds) throw new Error("No projector is active.");
      progress.check(job, title, inWork, generations);
      await wait(pollMilliseconds);
    }
  } finally {
    bar?.stop();
  }
}

function titleOf(work: Work): string {
  switch (work.kind) {
    case "evidence":
      return "the evidence file";
    case "pastTables":
      return work.names.length === 1 ? `the former state of ${work.names.join()}` : "the former states";
    case "rebuild":
    case "verify":
      return "the new generations";
  }
}

function watchProgress(following: Following) {
  const { print = (line) => console.error(line) } = following;
  let seen = "";
  let movedAt = Date.now();
  let printedAt = Date.now();
  return {
    moved() {
      movedAt = Date.now();
    },
    check(job: Job, title: string, inWork: Job | null, generations: readonly ProjectionGeneration[]) {
      const waitsFor =
        job.state === "filling"
          ? `${title} (${percent(job.fraction)})`
          : inWork
            ? `another job first (${percent(inWork.fraction)})`
            : whatComesFirst(generations);
      const unready = generations.filter(({ ready }) => !ready).map(({ _id, commit }) => `${_id} ${commit}`);
      const state = `${waitsFor} ${unready}`;
      // The comparison of long tables takes a while and reports no progress.
      if (state !== seen || job.fraction >= 1) movedAt = Date.now();
      seen = state;
      if (Date.now() - movedAt >= (following.stuckMilliseconds ?? stuckMilliseconds))
        throw new Error(`The projector makes no progress: it waits for ${waitsFor}. See its program log.`);
      if (Date.now() - printedAt < (following.reportMilliseconds ?? reportMilliseconds)) return;
      printedAt = Date.now();
      print(`Waiting for ${waitsFor}`);
    },
  };
}

function whatComesFirst(generations: readonly ProjectionGeneration[]): string {
  const percents = [...liveGenerations(generations).values()]
    .filter(({ ready }) => !ready)
    .map((generation) => `${generation.name} ${percent(progressOf(generation))}`)
    .join(", ");
  return percents ? `the read models to be filled first (${percents})` : "the projector to begin";
}

const percent = (fraction: number) => `${Math.floor(fraction * 100)} %`;
