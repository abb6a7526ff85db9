import type { PastTables } from "@ornament/contracts/read-models/past-tables";
import type { Projection } from "../../projections/projection.ts";
import type { GenerationWriter } from "../generations/generation-writer.ts";
import { addGeneration, dropGeneration } from "../generations/open-generation.ts";
import type { ProjectionRunOptions } from "../projection-run.ts";
import { changeState, pastTables } from "./former-states.ts";
import { batchesUntil, foldInto } from "./replay.ts";

/**
 * Fills the read models of a former state. Returns `false` if it was ended meanwhile: nothing of it is left.
 * Throws `NotFillable`, and errors of the stores.
 */
export async function fillPast(
  options: ProjectionRunOptions,
  state: PastTables,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, store } = options;
  const head = await store.head();
  const writers = await addPast(options, wantedOf(options, state.names));
  let last: PastTables["last"] = null;
  try {
    for await (const batch of batchesUntil(store, state.until)) {
      await foldInto(writers, batch);
      const event = batch.at(-1);
      if (event) last = { commit: event.position.commit, eventId: event.id, createdAt: event.createdAt };
      const fraction = fractionOf(last?.commit ?? 0n, head?.commit ?? 0n);
      const isWanted = await changeState(db, pastTables, state, { state: "filling", fraction });
      if (!isWanted || signal.aborted) return await dropped(options, writers);
    }
    const generations = writers.map(({ generation }) => generation._id);
    const ready = { state: "ready", fraction: 1, generations, last } as const;
    return (await changeState(db, pastTables, state, ready)) || (await dropped(options, writers));
  } catch (error) {
    await dropped(options, writers);
    throw error;
  }
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

/** Drops the generations, and returns `false`. */
export async function dropped(
  options: ProjectionRunOptions,
  writers: readonly GenerationWriter[],
): Promise<false> {
  for (const { generation } of writers) await dropGeneration(options, generation);
  return false;
}

/** The read part of the log, from 0 to 1. */
export const fractionOf = (commit: bigint, head: bigint): number =>
  head <= 0n ? 0 : Math.min(0.99, Number((commit * 1000n) / head) / 1000);
