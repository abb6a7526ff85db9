import { Refusal } from "@ornament/contracts/errors";
import {
  type EvidenceFile,
  evidenceFileId,
  evidenceFileRequest,
  evidenceFilesCollection,
  evidenceSubject,
} from "@ornament/contracts/read-models/evidence-files";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import { looksWhenAsked } from "../looks/looks-of.ts";
import type { RecordLooks } from "../looks/record-looks.ts";
import { askerOf, filledState, fillingRefusal, refused } from "../read-side/past-tables.ts";
import type { ReadSide } from "../read-side/read-side.ts";

const fillingMessage = "The evidence file is being prepared. Please try again in {wait}.";

const refusalOf = (state: EvidenceFile) =>
  state.isUnknown
    ? new Refusal("nothing_recorded", { details: { subject: state.subject } })
    : refused(state, "The evidence file can't be made: {reason}.");

const filesIn = (database: Db) => database.collection<EvidenceFile>(evidenceFilesCollection);

/**
 * Takes the made file of a subject away, so that the next one is made of the events until then. It is the file of the
 * caller, for whom the look was recorded. Throws `past_tables_filling` if it was ended meanwhile.
 */
export async function takeEvidence(
  database: Db,
  { query, caller }: Pick<RouteRequest, "query" | "caller">,
): Promise<string> {
  const { subject } = query as { subject: string };
  const _id = evidenceFileId(evidenceSubject(subject), askerOf(caller) ?? 0);
  const found = await filesIn(database).findOne({ _id, state: "ready" });
  const { deletedCount } = await forWriting(filesIn(database)).deleteOne({ _id, state: "ready" });
  if (!found || deletedCount === 0) throw fillingRefusal(0, fillingMessage);
  return found.file ?? "";
}

/**
 * Refuses a request for an evidence file that is not made. The caller's look is recorded before the file is asked for.
 * Throws as `filledState` does, and `nothing_recorded`.
 */
export function requireEvidence(
  readSide: ReadSide,
  database: Db,
  record: RecordLooks,
): (request: RouteRequest) => Promise<void> {
  return async (request) => {
    if (request.route.look !== "evidence") return;
    const subject = evidenceSubject((request.query as { subject: string }).subject);
    const [now, askedBy] = [readSide.clock(), askerOf(request.caller)];
    const asking = {
      request: evidenceFileRequest(subject, now, askedBy ?? 0),
      askedBy,
      now,
      fillingMessage,
      refusalOf,
      before: () => record(request, looksWhenAsked(request)),
    };
    await readSide.guarded(() => filledState(filesIn(database), asking));
  };
}
