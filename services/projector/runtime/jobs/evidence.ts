import { largestEvidenceFile } from "@ornament/contracts/read-models/evidence-files";
import type { EvidenceFile, JobOf } from "@ornament/contracts/read-models/jobs";
import { type LogProofDocument, logProofCollection } from "@ornament/contracts/read-models/log-proof";
import { NoEvidence, NothingFound } from "../../evidence/evidence.ts";
import type { JobContext } from "./job-context.ts";
import { NotFillable } from "./replay.ts";

/** Makes an evidence file. Throws `NotFillable` also while the event store differs from its proof. */
export async function makeEvidence(
  { subject }: Pick<JobOf<"evidence">, "subject">,
  { options: { db, store, now, proof }, progress }: Pick<JobContext, "options" | "progress">,
): Promise<EvidenceFile> {
  if (!proof) throw new NotFillable("this projector makes no proof of the event store");
  const known = await db.collection<LogProofDocument>(logProofCollection).findOne({ _id: "last" });
  if (known?.problem) throw new NotFillable(`the event store is not as it was: ${known.problem}`);
  try {
    const { file } = await proof.evidenceOf({
      store,
      masterKey: proof.masterKey,
      subject,
      withPersonalData: true,
      now,
      kept: known?.signed?.note,
      largest: largestEvidenceFile,
      onProgress: (fraction) => progress(Math.min(0.99, fraction)),
    });
    return { file };
  } catch (error) {
    if (!(error instanceof NoEvidence)) throw error;
    throw new NotFillable(error.message, { isUnknown: error instanceof NothingFound });
  }
}
