import { type Job, jobsCollection, kindsOfReaders } from "@ornament/contracts/projections/jobs";
import {
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Position } from "@ornament/platform/eventstore/event-store";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import { findErased } from "../../erasures/erased-persons.ts";
import type { ProjectorParts } from "../../parts.ts";
import type { Projection } from "../../projection.ts";
import { createDocumentStore, dropCollection } from "./document-store.ts";
import { GenerationWriter } from "./generation-writer.ts";
import { generationsOfAnotherLog, type PositionSearch } from "./lost-positions.ts";
import { ended, GenerationRegistry } from "./registry.ts";

async function continueGeneration(
  parts: ProjectorParts,
  projection: Projection,
  stored: ProjectionGeneration,
): Promise<GenerationWriter> {
  const documents = createDocumentStore(parts.db, projection, stored._id);
  // A generation without a checkpoint may have been interrupted before its collections were created.
  if (stored.commit < 0n) await documents.create();
  else await documents.sweep(stored.commit);
  return new GenerationWriter(projection, stored, documents);
}

/** Registers a generation and creates its collections. `onNewLog`: earlier ones belong to another event store. */
export async function addGeneration(
  parts: ProjectorParts,
  projection: Projection,
  state: "building" | "live" | "past",
  target: Position | undefined,
  { onNewLog = false } = {},
): Promise<GenerationWriter> {
  const { db, now } = parts;
  const generation = await new GenerationRegistry(db, now).add(projection.readModel, state, target, {
    onNewLog,
  });
  const documents = createDocumentStore(db, projection, generation._id);
  await documents.create();
  return new GenerationWriter(projection, generation, documents);
}

export async function dropGeneration(parts: ProjectorParts, generation: ProjectionGeneration): Promise<void> {
  const { db, now, projections } = parts;
  const projection = projections.find(({ readModel }) => readModel.name === generation.name);
  // A stop between these steps must leave no live generation without its documents.
  if (generation.state === "live") await new GenerationRegistry(db, now).retire(generation._id);
  if (projection) await createDocumentStore(db, projection, generation._id).drop();
  await new GenerationRegistry(db, now).remove(generation._id);
}

/** Collections of former builds, in part with personal data. Nobody else would remove them. */
const formerCollections = [
  "projectionDeadLetters",
  "projectionFrozenGroups",
  "projectionDifferences",
  "projectionRequests",
  "pastTables",
  "comparisons",
  "comparisonRows",
  "evidenceFiles",
];

/**
 * The live generations of a run. Stored ones are continued. Missing ones, those of another event store, and those from
 * which a former build has left events out are begun again. `isActive`: this projector has the lease, so that builds
 * of other runs are interrupted ones.
 */
export async function startGenerations(
  parts: ProjectorParts,
  search: PositionSearch,
  isActive: boolean,
): Promise<GenerationWriter[]> {
  const { store, db, now, erased } = parts;
  const registry = new GenerationRegistry(db, now);
  const known = await registry.all();
  if (isActive) {
    // Before their tables go, so that nobody takes a part of them for the whole.
    await endFormerStates(db);
    const interrupted = known.filter(({ state }) => state !== "live" && state !== "retired");
    for (const old of [...interrupted, ...ended(known, now())]) await dropGeneration(parts, old);
    for (const name of formerCollections) await dropCollection(db, name);
  }
  const live = liveGenerations(known);
  const ofAnotherLog = await generationsOfAnotherLog({ ...parts, registry }, [...live.values()], search);
  const head = await store.head();
  const writers: GenerationWriter[] = [];
  const missing: Projection[] = [];
  for (const projection of parts.projections) {
    const stored = live.get(projection.readModel.name);
    if (!stored || ofAnotherLog.has(stored) || stored.notUpToDate) {
      missing.push(projection);
      continue;
    }
    const writer = await continueGeneration(parts, projection, stored);
    writers.push(writer);
    // After a crash during a switch, the old generation may still be live.
    if (writer.ready) await registry.promote(writer.generation);
  }
  for (const projection of missing) {
    const stored = live.get(projection.readModel.name);
    const onNewLog = stored !== undefined && ofAnotherLog.has(stored);
    writers.push(await addGeneration(parts, projection, "live", head, { onNewLog }));
    if (stored) await registry.retire(stored._id);
  }
  // A generation that stops before a deletion must not have the person's data.
  const mayStop = writers.some(({ ready, generation }) => !ready || generation.stopped);
  if (mayStop) await findErased(store, erased, search.signal);
  return writers;
}

/** Ends all jobs with personal data: no reader finds their results any more, and the work at them stops. */
export async function endFormerStates(db: Db): Promise<void> {
  await forWriting(db.collection<Job>(jobsCollection)).deleteMany({ kind: { $in: [...kindsOfReaders] } });
}
