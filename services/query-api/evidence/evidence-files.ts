import {
  type EvidenceFile,
  evidenceFileRequest,
  evidenceFilesCollection,
  evidenceSubject,
} from "@ornament/contracts/read-models/evidence-files";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import { filledState } from "../read-side/past-tables.ts";
import type { ReadSide } from "../read-side/read-side.ts";

const messages = {
  filling: "The evidence file is being prepared. Please try again in {wait}.",
  refused: "The evidence file can't be made: {reason}.",
};

/**
 * The evidence file of a subject, which is asked for if nobody has, and which the projector makes. Throws as
 * `filledState` does.
 */
export async function evidenceFile(database: Db, subject: string, now: Date): Promise<{ file: string }> {
  const files = database.collection<EvidenceFile>(evidenceFilesCollection);
  const request = evidenceFileRequest(evidenceSubject(subject), now);
  const { file } = await filledState(files, request, now, messages);
  return { file: file ?? "" };
}

/** Removes the file of a subject, so that the next one is made of the events until then. */
export async function removeEvidenceFile(database: Db, subject: string): Promise<void> {
  const files = database.collection<EvidenceFile>(evidenceFilesCollection);
  await forWriting(files).deleteOne({ _id: evidenceSubject(subject) });
}

/** Refuses a request for an evidence file that is not made, before its look is recorded. */
export function requireEvidence(readSide: ReadSide, database: Db): (request: RouteRequest) => Promise<void> {
  return async ({ route, query }) => {
    if (route.look !== "evidence") return;
    const { subject } = query as { subject: string };
    await readSide.guarded(() => evidenceFile(database, subject, readSide.clock()));
  };
}
