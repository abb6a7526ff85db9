import type { evidenceRoutes } from "@ornament/contracts/evidence/api";
import { evidenceFileName } from "@ornament/contracts/evidence/selection";
import {
  evidenceSubject,
  isOfKind,
  type Job,
  type JobOf,
  jobId,
  jobsCollection,
} from "@ornament/contracts/projections/jobs";
import { Refusal } from "@ornament/contracts/routes/errors";
import { type HandlersFor, type RouteRequest, streamed } from "@ornament/platform/http/route-request";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import type { RecordLooks } from "./looks.ts";
import { askerOf, fillingRefusal, readyJob, refused } from "./read-side/past-tables.ts";
import type { ReadSide } from "./read-side/read-side.ts";
import { attachment, sendStream } from "./table/send-stream.ts";

/** Evidence files, whose look is recorded before they are asked for. */
export const evidenceHandlers = (readSide: ReadSide, database: Db): HandlersFor<typeof evidenceRoutes> => ({
  async logEvidence({ query, caller, res }) {
    const { subject } = query;
    const file = await readSide.guarded(() => takeEvidence(database, { query, caller }));
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": attachment(evidenceFileName(evidenceSubject(subject), readSide.clock())),
    };
    await sendStream(res, headers, pieces(file));
    return streamed;
  },
});

const pieceBytes = 65_536;

async function* pieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
}

const fillingMessage = "The evidence file is being prepared. Please try again in {wait}.";

const refusalOf = (job: JobOf<"evidence">) =>
  job.isUnknown
    ? new Refusal("nothing_recorded", { details: { subject: job.subject } })
    : refused(job, "The evidence file can’t be made: {reason}.");

const workOf = (query: unknown) =>
  ({ kind: "evidence", subject: evidenceSubject((query as { subject: string }).subject) }) as const;

/** Takes the made file away: the next one has later events. Throws `past_tables_filling` if it was ended meanwhile. */
async function takeEvidence(
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

/** Refuses a request for a file that is not made. Throws as `readyJob` does, and `nothing_recorded`. */
export async function requireEvidence(
  readSide: ReadSide,
  database: Db,
  record: RecordLooks,
  request: RouteRequest,
): Promise<void> {
  if (request.route.look !== "evidence") return;
  const work = workOf(request.query);
  const asking = {
    work,
    askedBy: askerOf(request.caller),
    now: readSide.clock(),
    fillingMessage,
    refusalOf,
    before: () => record(request, [{ type: "evidence", subject: work.subject }]),
  };
  await readSide.guarded(() => readyJob(database, asking));
}
