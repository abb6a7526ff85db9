import { Refusal } from "@ornament/contracts/errors";
import { evidenceSubject } from "@ornament/contracts/read-models/evidence-files";
import { isOfKind, type Job, type JobOf, jobId, jobsCollection } from "@ornament/contracts/read-models/jobs";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import { looksWhenAsked } from "../looks/looks-of.ts";
import type { RecordLooks } from "../looks/record-looks.ts";
import { askerOf, fillingRefusal, readyJob, refused } from "../read-side/past-tables.ts";
import type { ReadSide } from "../read-side/read-side.ts";

const fillingMessage = "The evidence file is being prepared. Please try again in {wait}.";

const refusalOf = (job: JobOf<"evidence">) =>
  job.isUnknown
    ? new Refusal("nothing_recorded", { details: { subject: job.subject } })
    : refused(job, "The evidence file can't be made: {reason}.");

const workOf = (query: unknown) =>
  ({ kind: "evidence", subject: evidenceSubject((query as { subject: string }).subject) }) as const;

/**
 * Takes the made file of a subject away, so that the next one is made of the events until then. It is the file of the
 * caller, for whom the look was recorded. Throws `past_tables_filling` if it was ended meanwhile.
 */
export async function takeEvidence(
  database: Db,
  { query, caller }: Pick<RouteRequest, "query" | "caller">,
): Promise<string> {
  const jobs = database.collection<Job>(jobsCollection);
  const _id = jobId(workOf(query), askerOf(caller));
  const found = await jobs.findOne({ _id, state: "ready" });
  const { deletedCount } = await forWriting(jobs).deleteOne({ _id, state: "ready" });
  if (!found || !isOfKind(found, "evidence") || deletedCount === 0) throw fillingRefusal(0, fillingMessage);
  return found.file ?? "";
}

/**
 * Refuses a request for an evidence file that is not made. The caller's look is recorded before the file is asked for.
 * Throws as `readyJob` does, and `nothing_recorded`.
 */
export function requireEvidence(
  readSide: ReadSide,
  database: Db,
  record: RecordLooks,
): (request: RouteRequest) => Promise<void> {
  return async (request) => {
    if (request.route.look !== "evidence") return;
    const asking = {
      work: workOf(request.query),
      askedBy: askerOf(request.caller),
      now: readSide.clock(),
      fillingMessage,
      refusalOf,
      before: () => record(request, looksWhenAsked(request)),
    };
    await readSide.guarded(() => readyJob(database, asking));
  };
}
