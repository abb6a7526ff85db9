import {
  type DeadLetter,
  deadLettersCollection,
  deadLetterText,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Logger } from "@ornament/platform/logging/logger";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import type { ProjectorMetrics } from "../../metrics.ts";
import type { ProjectedEvent } from "../../projections/projection.ts";

/** Events that generations have skipped because their projection failed. An event that fails again after a crash is the same letter. */
export interface DeadLetters {
  /** Stores, logs and counts it. Returns it in words. */
  add(generation: ProjectionGeneration, event: ProjectedEvent, error: unknown): Promise<string>;
  /** Removes those of a dropped generation. */
  remove(generation: string): Promise<void>;
}

const longestReason = 300;

export function createDeadLetters(options: {
  db: Db;
  logger: Logger;
  metrics?: ProjectorMetrics | undefined;
  now: () => Date;
}): DeadLetters {
  const { db, logger, metrics, now } = options;
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
        metrics?.deadLetters.inc({ projection });
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
