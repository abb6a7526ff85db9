import {
  type DeadLetter,
  deadLettersCollection,
  deadLetterText,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Logger } from "@ornament/platform/logging/logger";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import type { ProjectorMetrics } from "../../metrics.ts";
import type { ProjectedEvent } from "../../projections/projection.ts";
import { generationRegistry } from "./registry.ts";

/**
 * Events that generations have skipped because their projection failed. An event that fails again after a
 * crash is the same letter.
 */
export interface DeadLetters {
  /** Stores and logs it. Returns it in words. */
  add(generation: ProjectionGeneration, event: ProjectedEvent, error: unknown): Promise<string>;
  /** Removes the dead letters of a dropped generation. */
  remove(generation: string): Promise<void>;
}

const longestReason = 300;

interface Options {
  readonly db: Db;
  readonly logger: Logger;
  readonly metrics?: ProjectorMetrics | undefined;
  readonly now: () => Date;
}

/**
 * Shows in the metrics the number of events that the live generations have skipped, also before the start of
 * this process.
 */
export async function showDeadLetters({ db, metrics, now }: Omit<Options, "logger">): Promise<void> {
  if (!metrics) return;
  const letters = db.collection<DeadLetter>(deadLettersCollection);
  const live = liveGenerations(await generationRegistry(db, now).all());
  for (const { _id: generation, name: projection } of live.values())
    metrics.deadLetters.set({ projection }, Number(await letters.countDocuments({ generation })));
}

export function createDeadLetters(options: Options): DeadLetters {
  const { db, logger, now } = options;
  const collection = forWriting(db.collection<DeadLetter>(deadLettersCollection));
  return {
    async add({ _id: generation, name: projection }, { id: eventId, type: event, position }, error) {
      const { commit } = position;
      const reason = String(error).slice(0, longestReason);
      const letter = { generation, projection, commit, event, eventId, reason, at: now() };
      const { upsertedCount } = await collection.updateOne(
        { _id: `${generation}@${commit}` },
        { $setOnInsert: letter },
        { upsert: true },
      );
      if (upsertedCount > 0) {
        await showDeadLetters(options);
        logger.error(
          { err: error, projection, generation, event, position: String(commit) },
          "The projection failed at an event and skips it",
        );
      }
      return deadLetterText(letter);
    },
    async remove(generation) {
      await collection.deleteMany({ generation });
    },
  };
}
