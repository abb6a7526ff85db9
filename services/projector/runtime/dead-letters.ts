import {
  type DeadLetter,
  deadLettersCollection,
  deadLetterText,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Logger } from "@ornament/platform/logging/logger";
import type { Metrics } from "@ornament/platform/metrics/metrics";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import type { ProjectedEvent } from "../projections/projection.ts";

/** What generations had to go on without. An event that fails again after a crash is the same letter. */
export interface DeadLetters {
  /** Keeps it, logs it and counts it; answers it in words. */
  add(generation: ProjectionGeneration, event: ProjectedEvent, error: unknown): Promise<string>;
  /** Forgets those of a generation that is dropped. */
  forget(generation: string): Promise<void>;
}

const longestReason = 300;

export function createDeadLetters(options: {
  db: Db;
  logger: Logger;
  metrics?: Metrics | undefined;
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
          "An event could not be folded; the projection goes on without it",
        );
      }
      return deadLetterText(letter);
    },
    async forget(generation) {
      await collection.deleteMany({ generation });
    },
  };
}
