import {
  isUnfinished,
  type Job,
  jobLimits,
  jobsCollection,
  kindsOfOperators,
  type Work,
} from "@ornament/contracts/read-models/jobs";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";

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

/** What an operator asked for is done also if nobody waits. */
function longestUnused(job: Job): number {
  if (isUnfinished(job)) return kindsOfOperators.includes(job.kind) ? Infinity : abandonedMilliseconds;
  return job.state === "refused" ? refusedMilliseconds : jobLimits[job.kind].unusedMilliseconds;
}

export const byAge = (a: Job, b: Job) =>
  a.requestedAt.getTime() - b.requestedAt.getTime() || (a._id < b._id ? -1 : 1);

const firstOfEach = (jobs: readonly Job[]): Job[] =>
  jobs.filter(({ askedBy }, n) => jobs.findIndex((other) => other.askedBy === askedBy) === n);
