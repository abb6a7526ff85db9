import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";
import type { Logger } from "@ornament/platform/logging/logger";
import type { Db } from "mongodb";
import type { ProjectorMetrics } from "../../metrics.ts";
import type { Projection } from "../../projections/projection.ts";
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

export interface ProjectionRunOptions extends GenerationOptions {
  readonly store: EventStore;
  /** The persons whose data the event store's client does not open. */
  readonly erased: Set<string>;
  readonly batchSize?: number | undefined;
  /** The time for which a stored position beyond the end of the event store is searched; 10 s by default. */
  readonly patienceMilliseconds?: number | undefined;
  /** The time of day in UTC, `HH:MM`, of a nightly `verify`; without it there is none. */
  readonly verifyAt?: string | undefined;
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
  return new GenerationWriter(projection, stored, documents);
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
  return new GenerationWriter(projection, generation, documents);
}

/** Drops a generation with its collections. */
export async function dropGeneration(
  options: GenerationOptions,
  generation: ProjectionGeneration,
): Promise<void> {
  const { db, now, projections } = options;
  const projection = projections.find(({ readModel }) => readModel.name === generation.name);
  // A stop between these steps must leave no live generation without its documents.
  if (generation.state === "live") await generationRegistry(db, now).retire(generation._id);
  if (projection) await createDocumentStore(db, projection, generation._id).drop();
  await generationRegistry(db, now).remove(generation._id);
}
