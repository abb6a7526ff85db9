import type { MakeEvidence } from "../../evidence/evidence.ts";
import type { LogProofOptions } from "../../log-proof/log-proof.ts";
import type { ProjectionRunOptions } from "../generations/open-generation.ts";
import type { ProjectionRun } from "../projection-run.ts";

/** The parts of the proof of the event store that an evidence file needs. */
interface Proving {
  readonly proof?: (Pick<LogProofOptions, "masterKey"> & { readonly evidenceOf: MakeEvidence }) | undefined;
}

export type JobOptions = ProjectionRunOptions & Proving;

/** What a job works with. */
export interface JobContext {
  readonly id: string;
  readonly run: ProjectionRun;
  readonly options: JobOptions;
  readonly signal: AbortSignal;
  /** Notes the done part. Throws if the job was ended meanwhile, or the projector stops. */
  progress(fraction: number): Promise<void>;
}
