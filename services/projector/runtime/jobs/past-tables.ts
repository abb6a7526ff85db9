import type { FilledTables, JobOf } from "@ornament/contracts/read-models/jobs";
import type { Projection } from "../../projections/projection.ts";
import type { GenerationWriter } from "../generations/generation-writer.ts";
import type { ProjectionRunOptions } from "../generations/open-generation.ts";
import { addGeneration } from "../generations/open-generation.ts";
import { generationRegistry } from "../generations/registry.ts";
import { batchesUntil } from "../log-batches.ts";
import type { JobContext } from "./job-context.ts";
import { foldInto } from "./replay.ts";

/** Fills read models up to an end. Generations that no ready job names are dropped at the next turn. */
export async function fillPast(
  { until, names }: JobOf<"pastTables">,
  { options, progress }: JobContext,
): Promise<FilledTables> {
  const { db, store, now } = options;
  const head = await store.head();
  const writers = await addPast(options, wantedOf(options, names));
  let last: FilledTables["last"] = null;
  for await (const batch of batchesUntil(store, until)) {
    await foldInto(writers, batch, generationRegistry(db, now));
    const event = batch.at(-1);
    if (event) last = { commit: event.position.commit, eventId: event.id, createdAt: event.createdAt };
    await progress(fractionOf(last?.commit ?? 0n, head?.commit ?? 0n));
  }
  return { generations: writers.map(({ generation }) => generation._id), last };
}

/** The projections of the names, in the order of the names. */
export const wantedOf = ({ projections }: ProjectionRunOptions, names: readonly string[]): Projection[] =>
  names.flatMap((name) => projections.find(({ readModel }) => readModel.name === name) ?? []);

/** Registers empty generations for a former state. */
export async function addPast(
  options: ProjectionRunOptions,
  projections: readonly Projection[],
): Promise<GenerationWriter[]> {
  const writers: GenerationWriter[] = [];
  for (const projection of projections)
    writers.push(await addGeneration(options, projection, "past", undefined));
  return writers;
}

/** The read part of the log, from 0 to 1. */
export const fractionOf = (commit: bigint, head: bigint): number =>
  head <= 0n ? 0 : Math.min(0.99, Number((commit * 1000n) / head) / 1000);
