import { type LogProofDocument, logProofCollection } from "@ornament/contracts/log-proof/document";
import {
  type EvidenceFile,
  type FilledTables,
  type JobOf,
  largestEvidenceFile,
  type Outcome,
} from "@ornament/contracts/projections/jobs";
import { partRead, stoppedText } from "@ornament/contracts/read-models/projection-status";
import { caseEvidence, NoEvidence, NothingFound } from "../../evidence/evidence.ts";
import type { ProjectorParts } from "../../parts.ts";
import { batchesUntil } from "../catch-up.ts";
import { type GenerationWriter, projectAll } from "../generations/generation-writer.ts";
import { addGeneration } from "../generations/open-generation.ts";
import { GenerationRegistry } from "../generations/registry.ts";
import type { ProjectionRun } from "../projection-run.ts";
import { keepVerification, problemOf, verified } from "../verify/verify.ts";

export interface JobContext {
  readonly run: ProjectionRun;
  readonly parts: ProjectorParts;
  readonly signal: AbortSignal;
  /** Notes the done part. Throws if the job was ended meanwhile, or the projector stops. */
  progress(part: number): Promise<void>;
}

/** A reason why a job can't be done, in words, without a full stop. */
export class NotFillable extends Error {
  readonly isUnknown: boolean;

  constructor(reason: string, { isUnknown = false } = {}) {
    super(reason);
    this.isUnknown = isUnknown;
  }
}

const shownPart = (part: number) => Math.min(0.99, part);

/** Fills read models next to the live ones, and switches to those that have not stopped at an event. */
export async function rebuild({ names }: JobOf<"rebuild">, context: JobContext): Promise<Outcome> {
  const { run } = context;
  const fresh = await freshOf(names, context);
  let switched: readonly GenerationWriter[] = [];
  try {
    switched = await run.catchUp(fresh, () => run.switchTo(fresh), partOf(fresh, context));
  } finally {
    await run.drop(fresh.filter((writer) => !switched.includes(writer)));
  }
  const messages = fresh.map((writer) => {
    const { name, _id } = writer.generation;
    return writer.stopped ? `${problemOf(writer)}; the live generation stays` : `${name}: now ${_id}`;
  });
  return { passed: switched.length === fresh.length, messages };
}

/** Compares the live read models with fresh ones, which are dropped. */
export async function verify({ names, nightlyOf }: JobOf<"verify">, context: JobContext): Promise<Outcome> {
  const { run, parts, signal } = context;
  const fresh = await freshOf(names, context);
  try {
    await run.catchUp(fresh, async () => undefined, partOf(fresh, context));
    await context.progress(1);
    const { head, ...found } = await verified(run, parts, fresh, signal);
    if (fresh.length === parts.projections.length) await keepVerification(parts, found, head, nightlyOf);
    return found;
  } finally {
    await run.drop(fresh);
  }
}

async function freshOf(names: readonly string[], { run, parts }: JobContext): Promise<GenerationWriter[]> {
  const wanted = parts.projections.filter(({ readModel }) => names.includes(readModel.name));
  if (wanted.length === 0) throw new NotFillable("this build has none of these read models");
  return run.add(wanted);
}

const partOf =
  ([first]: readonly GenerationWriter[], { progress }: JobContext) =>
  () =>
    progress(shownPart(partRead(first?.position.commit ?? 0n, first?.generation.target)));

/** Fills read models up to an end. Generations that no ready job names are dropped at the next turn. */
export async function fillPast(
  { until, names }: JobOf<"pastTables">,
  { parts, progress }: Pick<JobContext, "parts" | "progress">,
): Promise<FilledTables> {
  const { db, store, now, projections } = parts;
  const head = await store.head();
  const writers: GenerationWriter[] = [];
  for (const name of names) {
    const projection = projections.find(({ readModel }) => readModel.name === name);
    if (projection) writers.push(await addGeneration(parts, projection, "past", undefined));
  }
  let last: FilledTables["last"] = null;
  for await (const batch of batchesUntil(store, until)) {
    await projectAll(writers, batch, new GenerationRegistry(db, now));
    for (const { stopped } of writers) if (stopped) throw new NotFillable(stoppedText(stopped));
    const event = batch.at(-1);
    if (event) last = { commit: event.position.commit, eventId: event.id, createdAt: event.createdAt };
    await progress(shownPart(partRead(last?.commit ?? 0n, head?.commit)));
  }
  return { generations: writers.map(({ generation }) => generation._id), last };
}

/** Makes an evidence file. Throws `NotFillable` also while the event store differs from its proof. */
export async function makeEvidence(
  { subject }: JobOf<"evidence">,
  { parts: { db, store, now, proof }, progress }: JobContext,
): Promise<EvidenceFile> {
  if (!proof) throw new NotFillable("this projector makes no proof of the event store");
  const known = await db.collection<LogProofDocument>(logProofCollection).findOne({ _id: "last" });
  if (known?.problem) throw new NotFillable(`the event store is not as it was: ${known.problem}`);
  try {
    const { file } = await caseEvidence({
      store,
      masterKey: proof.masterKey,
      subject,
      withPersonalData: true,
      now,
      kept: known?.signed?.note,
      largest: largestEvidenceFile,
      onProgress: (part) => progress(shownPart(part)),
    });
    return { file };
  } catch (error) {
    if (!(error instanceof NoEvidence)) throw error;
    throw new NotFillable(error.message, { isUnknown: error instanceof NothingFound });
  }
}
