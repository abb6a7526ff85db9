import { isDeepStrictEqual } from "node:util";
import {
  differencesCollection,
  type FieldDifference,
} from "@ornament/contracts/read-models/projection-status";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Projection } from "../projections/projection.ts";
import type { GenerationWriter } from "./generations/generation-writer.ts";
import { removeDifferences } from "./generations/open-generation.ts";
import type { ProjectionRun, ProjectionRunOptions } from "./projection-run.ts";
import type { Difference } from "./verify/compare-documents.ts";
import { problemOf } from "./verify/problem-text.ts";
import { comparedWithLive } from "./verify/verify.ts";

interface Outcome {
  readonly state: "done" | "failed";
  readonly messages: string[];
}

const batchSize = 500;

/**
 * Stages complete generations: stores their differences from the live ones, and keeps them up to date. One
 * that skipped an event or stopped is dropped. Returns `undefined` if it was interrupted.
 */
export async function stage(
  run: ProjectionRun,
  options: ProjectionRunOptions,
  { fresh, signal }: { fresh: readonly GenerationWriter[]; signal: AbortSignal },
): Promise<Outcome | undefined> {
  const whole = fresh.filter(({ skipped, unreadable }) => skipped.count === 0 && unreadable === undefined);
  const broken = fresh.filter((writer) => !whole.includes(writer));
  await run.drop(broken);
  const messages: string[] = [];
  try {
    for (const writer of whole) {
      const { name, _id } = writer.generation;
      const found = await withDifferences(options, _id, (onDifference) =>
        comparedWithLive(run, options, { writer, fresh: whole, signal, onDifference }),
      );
      if (!found) return undefined;
      await run.stage([writer]);
      messages.push(
        `${name}: staged as ${_id}; ${found.different} of ${found.compared} documents differ from the live generation (${found.place})`,
      );
    }
  } catch (error) {
    await run.drop(whole);
    throw error;
  }
  messages.push(...broken.map((writer) => `${problemOf(writer)}; nothing is staged`));
  return { state: broken.length > 0 ? "failed" : "done", messages };
}

/** Makes the staged generations of the projections live. */
export async function approve(
  run: ProjectionRun,
  { db }: ProjectionRunOptions,
  wanted: readonly Projection[],
): Promise<Outcome> {
  const writers = run.stagedOf(wanted);
  const broken = writers.filter(({ skipped, unreadable }) => skipped.count > 0 || unreadable !== undefined);
  const messages = broken.map((writer) => `${problemOf(writer)}; the live generation stays`);
  for (const writer of writers) {
    if (broken.includes(writer)) continue;
    await run.approve(writer);
    await removeDifferences(db, writer.generation._id);
    messages.push(`${writer.generation.name}: now ${writer.generation._id}`);
  }
  if (writers.length === 0) messages.push("Nothing is staged");
  return { state: broken.length > 0 || writers.length === 0 ? "failed" : "done", messages };
}

/** Drops the staged generations of the projections. */
export async function discard(run: ProjectionRun, wanted: readonly Projection[]): Promise<Outcome> {
  const writers = run.stagedOf(wanted);
  await run.drop(writers);
  const messages = writers.map(({ generation: { name, _id } }) => `${name}: discarded ${_id}`);
  if (writers.length === 0) return { state: "failed", messages: ["Nothing is staged"] };
  return { state: "done", messages };
}

/** Stores the differences of a comparison field by field. */
async function withDifferences<T>(
  { db }: ProjectionRunOptions,
  generation: string,
  compare: (onDifference: (difference: Difference) => Promise<void>) => Promise<T>,
): Promise<T> {
  const collection = forWriting(db.collection<FieldDifference>(differencesCollection));
  let waiting: FieldDifference[] = [];
  const flush = async () => {
    if (waiting.length > 0) await collection.insertMany(waiting, { ordered: false });
    waiting = [];
  };
  await removeDifferences(db, generation);
  const result = await compare(async (difference) => {
    waiting.push(...fieldsOf(generation, difference));
    if (waiting.length >= batchSize) await flush();
  });
  await flush();
  return result;
}

function fieldsOf(generation: string, { part, live = {}, fresh = {} }: Difference): FieldDifference[] {
  const id = ("_id" in live ? live : fresh)._id as string | number;
  const fields = [...new Set([...Object.keys(live), ...Object.keys(fresh)])];
  return fields
    .filter((field) => !isDeepStrictEqual(live[field], fresh[field]))
    .map((field) => ({
      generation,
      part,
      id,
      field,
      ...(field in live ? { live: live[field] } : {}),
      ...(field in fresh ? { staged: fresh[field] } : {}),
    }));
}
