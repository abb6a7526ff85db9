import {
  type FrozenGroupDocument,
  frozenGroupsCollection,
  frozenGroupsOf,
} from "@ornament/contracts/read-models/frozen-groups";
import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import type { Position } from "@ornament/platform/eventstore/event-store";
import type { Logger } from "@ornament/platform/logging/logger";
import type { Db } from "mongodb";
import type { ProjectorMetrics } from "../../metrics.ts";
import type { Projection } from "../../projections/projection.ts";
import { GroupMap } from "../folding/group-map.ts";
import { createDeadLetters } from "./dead-letters.ts";
import { createDocumentStore } from "./document-store.ts";
import { GenerationWriter } from "./generation-writer.ts";
import { generationRegistry } from "./registry.ts";

export interface GenerationOptions {
  readonly db: Db;
  readonly projections: readonly Projection[];
  readonly logger: Logger;
  readonly metrics?: ProjectorMetrics | undefined;
  readonly now: () => Date;
}

/** Continues a stored generation at its checkpoint. */
export async function continueGeneration(
  options: GenerationOptions,
  projection: Projection,
  stored: ProjectionGeneration,
): Promise<GenerationWriter> {
  const documents = createDocumentStore(options.db, projection, stored._id);
  // A generation without a checkpoint may have been interrupted before its collections were created.
  if (stored.commit < 0n) await documents.create();
  else await documents.sweep(stored.commit);
  const frozen = await frozenPositions(options.db, stored._id);
  return new GenerationWriter(projection, stored, documents, createDeadLetters(options), frozen);
}

async function frozenPositions(db: Db, generation: string): Promise<GroupMap<bigint>> {
  const frozen = new GroupMap<bigint>();
  const groups = db.collection<FrozenGroupDocument>(frozenGroupsCollection);
  for await (const group of groups.find(frozenGroupsOf(generation))) frozen.set(group, group.commit);
  return frozen;
}

/**
 * Registers a generation and creates its collections. `onNewLog`: the earlier ones belong to another event
 * store.
 */
export async function addGeneration(
  options: GenerationOptions,
  projection: Projection,
  state: "building" | "live" | "past",
  target: Position | undefined,
  { onNewLog = false } = {},
): Promise<GenerationWriter> {
  const { db, now } = options;
  const generation = await generationRegistry(db, now).add(projection.readModel, state, target, {
    onNewLog,
  });
  const documents = createDocumentStore(db, projection, generation._id);
  await documents.create();
  return new GenerationWriter(projection, generation, documents, createDeadLetters(options));
}

/** Drops a generation with its collections and dead letters. */
export async function dropGeneration(
  options: GenerationOptions,
  generation: ProjectionGeneration,
): Promise<void> {
  const { db, now, projections } = options;
  const projection = projections.find(({ readModel }) => readModel.name === generation.name);
  // A stop between these steps must leave no live generation without its documents.
  if (generation.state === "live") await generationRegistry(db, now).retire(generation._id);
  if (projection) await createDocumentStore(db, projection, generation._id).drop();
  await createDeadLetters(options).remove(generation._id);
  await generationRegistry(db, now).remove(generation._id);
}
