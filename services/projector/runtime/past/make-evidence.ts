import { type EvidenceFile, largestEvidenceFile } from "@ornament/contracts/read-models/evidence-files";
import { type LogProofDocument, logProofCollection } from "@ornament/contracts/read-models/log-proof";
import { type MakeEvidence, NoEvidence, NothingFound } from "../../evidence/evidence.ts";
import type { LogProofOptions } from "../../log-proof/log-proof.ts";
import type { ProjectionRunOptions } from "../projection-run.ts";
import { changeState, evidenceFiles } from "./former-states.ts";
import { NotFillable } from "./replay.ts";

/** The parts of the proof of the event store that an evidence file needs. */
export interface Proving {
  readonly proof?: (Pick<LogProofOptions, "masterKey"> & { readonly evidenceOf: MakeEvidence }) | undefined;
}

/** The file was ended meanwhile, or the projector stops. */
class Ended extends Error {}

/**
 * Makes an evidence file. Returns `false` if it was ended meanwhile: nothing of it is left. Throws `NotFillable`,
 * also while the event store differs from its proof, and errors of the stores.
 */
export async function makeEvidence(
  { db, store, now, proof }: ProjectionRunOptions & Proving,
  state: EvidenceFile,
  signal: AbortSignal,
): Promise<boolean> {
  if (!proof) throw new NotFillable("this projector makes no proof of the event store");
  const known = await db.collection<LogProofDocument>(logProofCollection).findOne({ _id: "last" });
  if (known?.problem) throw new NotFillable(`the event store is not as it was: ${known.problem}`);
  const onProgress = async (fraction: number) => {
    const part = { state: "filling", fraction: Math.min(0.99, fraction) } as const;
    const isWanted = await changeState(db, evidenceFiles, state, part);
    if (!isWanted || signal.aborted) throw new Ended();
  };
  try {
    const { file } = await proof.evidenceOf({
      store,
      masterKey: proof.masterKey,
      subject: state.subject,
      withPersonalData: true,
      now,
      kept: known?.signed?.note,
      largest: largestEvidenceFile,
      onProgress,
    });
    return await changeState(db, evidenceFiles, state, { state: "ready", fraction: 1, file });
  } catch (error) {
    if (error instanceof Ended) return false;
    if (error instanceof NothingFound) await changeState(db, evidenceFiles, state, { isUnknown: true });
    throw error instanceof NoEvidence ? new NotFillable(error.message) : error;
  }
}
