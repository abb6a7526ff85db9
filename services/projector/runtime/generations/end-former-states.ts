import { type Job, jobsCollection, kindsOfReaders } from "@ornament/contracts/read-models/jobs";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";

/** Ends all jobs with personal data: no reader finds their results any more, and the work at them stops. */
export async function endFormerStates(db: Db): Promise<void> {
  await forWriting(db.collection<Job>(jobsCollection)).deleteMany({ kind: { $in: [...kindsOfReaders] } });
}
